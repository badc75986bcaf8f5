// Conflicts: the pairs of nodes in a graph that must keep their order.
//
// Two operators conflict if one writes a storage that the other reads or writes. They also conflict if both
// draw from the same generator, or if either changes state (docs/judging.md#graphs). Storages are the closure
// of outputs under `alias`. A reference to a whole nested output merges its elements into one storage.
// Deliberately slow and simple: it is the oracle for `harness/diff` and shares no code with it.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "harness/graph/graph.h"

namespace assay::defects {

class Conflicts {
 public:
  explicit Conflicts(const Graph& graph);

  bool between(NodeId a, NodeId b) const;
  bool both_draw(NodeId a, NodeId b) const;
  bool changes_state(NodeId node) const { return effects_[node].state; }
  /// Whether `a` writes a storage that `b` reads or writes.
  bool writes_what_touches(NodeId a, NodeId b) const;
  bool writes(NodeId node) const { return !effects_[node].writes.empty(); }

 private:
  using Cell = std::pair<NodeId, OutputPath>;
  struct Touched {
    bool op = false, state = false, draws = false;
    std::set<std::size_t> touches, writes;
  };
  void declare(NodeId node, const Output& output, OutputPath& path);
  std::size_t storage_of(const Ref& ref);
  std::size_t root(std::size_t cell) const;

  std::map<Cell, std::size_t> cells_;
  std::vector<std::size_t> parent_;
  std::vector<Touched> effects_;
};

/// The references at an argument path such as "self" or "tensors[2]". For a missing place, those of the whole
/// argument.
std::vector<Ref> refs_at(const Node& node, std::string_view path);

}  // namespace assay::defects
