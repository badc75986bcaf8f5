// Handover: what the graphs of one file give each other within one run.
#pragma once

#include <vector>

#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"

namespace assay::replay {

inline const std::vector<Result>& results_of(const Graph& graph) {
  static const std::vector<Result> none;
  return graph.nodes.empty() ? none : graph.nodes.back().results;
}

/// What the graphs of a file hand on: saved values, which have numbers, and what a functional graph gives a
/// state as, which the next one takes.
class Handover {
 public:
  explicit Handover(const std::vector<const Graph*>& graphs) : graphs_(graphs) {}

  /// `values` by the results of graph number `index`.
  void take(std::size_t index, const std::vector<c10::IValue>& values);
  /// Fills in what graph number `index` takes from those before it, one value per input node. Throws
  /// CannotReplay for what no graph gives.
  void fill(std::size_t index, std::vector<c10::IValue>& inputs) const;

 private:
  c10::IValue saved(std::size_t index, NodeId id) const;
  const std::vector<const Graph*>& graphs_;
  std::vector<std::vector<c10::IValue>> given_;
};

}  // namespace assay::replay
