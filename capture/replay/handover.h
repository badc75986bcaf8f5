// Handover: what the graphs of one file give each other within one run.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"

namespace assay::replay {

inline const std::vector<Result>& results_of(const Graph& graph) {
  static const std::vector<Result> none;
  return graph.nodes.empty() ? none : graph.nodes.back().results;
}

/// Which graphs of a file hand values on: forward to backward by a number, the graphs between which Dynamo
/// cut a program by the name of the earlier graph and of its result.
class Handover {
 public:
  enum class States {
    kWritten,  ///< graphs write states where they are
    kResults,  ///< functional graphs: what one gives a state as, the next one takes
  };
  Handover(const std::vector<const Graph*>& graphs, States states) : graphs_(graphs), states_(states) {}

  /// `values` by the results of graph number `index`.
  void take(std::size_t index, const std::vector<c10::IValue>& values);
  /// Fills in what graph number `index` takes from those before it, one value per input node. Throws
  /// CannotReplay for what no graph gives.
  void fill(std::size_t index, std::vector<c10::IValue>& inputs) const;

  /// What only Python reads at graph breaks, by what it is called: a branch on it is in no graph.
  std::vector<std::pair<std::string, c10::IValue>> read_by_python() const;

 private:
  c10::IValue saved(std::size_t index, NodeId id) const;
  const std::vector<const Graph*>& graphs_;
  States states_;
  std::vector<std::vector<c10::IValue>> given_;
};

/// The size in `dimension` of a tensor. Throws CannotReplay for what has no such size.
c10::IValue size_of_value(const Graph& graph, NodeId id, const c10::IValue& value, std::int64_t dimension);

/// Whether the gradient of a graph is the tangent of an earlier one.
bool hands_gradients_back(const std::vector<const Graph*>& graphs);

}  // namespace assay::replay
