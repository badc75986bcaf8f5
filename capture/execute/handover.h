// Handover: values that the graphs of a file pass to each other within a run.
#pragma once

#include <vector>

#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"

namespace assay::replay {

inline const std::vector<Result>& results_of(const Graph& graph) {
  static const std::vector<Result> none;
  return graph.nodes.empty() ? none : graph.nodes.back().results;
}

/// Passes on saved values, matched by name, and the new states that a functional graph returns, for the next
/// graph.
class Handover {
 public:
  explicit Handover(const std::vector<const Graph*>& graphs) : graphs_(graphs) {}

  /// `values` are the results of graph number `index`, in order.
  void take(std::size_t index, const std::vector<c10::IValue>& values);
  /// Fills in the inputs of graph number `index` that earlier graphs provide. `inputs` has a value per input
  /// node. Throws CannotReplay if no earlier graph saves a needed value.
  void fill(std::size_t index, std::vector<c10::IValue>& inputs) const;

 private:
  c10::IValue saved(std::size_t index, NodeId id) const;
  const std::vector<const Graph*>& graphs_;
  std::vector<std::vector<c10::IValue>> given_;
};

}  // namespace assay::replay
