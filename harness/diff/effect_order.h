// EffectOrder: the order of effects as hidden references, so that comparing references compares order too.
//
// Order is identity between two nodes when one writes a storage that the other reads or writes, when both
// draw from the same generator, or when either has effect `state` (design section 9). All three are accesses
// to something shared: a storage, a generator, "the state". Whoever accesses it refers to the last one who
// wrote it before; writers thereby form a chain and each reader hangs on its place in it, which says
// everything about the order and nothing about the rest. Any reference to a written storage counts as a read,
// taking a view of it included. A reference in an argument `generator` of a node that draws names the
// generator; without one it is the default generator. A generator that is a reference is written like a
// storage. Computed in one pass in capture order; a graph without effects costs nothing.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "harness/diff/storages.h"

namespace assay {

inline constexpr NodeId kNoNode = std::numeric_limits<NodeId>::max();

class EffectOrder {
 public:
  explicit EffectOrder(const Graph& graph);

  /// What `node` must come after, kNoNode where there is nothing: the last change of state, the draw before
  /// (default generator), then for each of its references, in order of arguments, the last writer of that
  /// storage. Empty when the graph has no effects, and for inputs and the output node.
  std::span<const NodeId> before(NodeId node) const;

  /// Ends of the chains, over the whole graph: kNoNode when there are none.
  NodeId last_writer(const Ref& ref);
  NodeId last_draw() const { return last_draw_; }
  NodeId last_state() const { return last_state_; }

 private:
  void visit(const Node& node, NodeId id);

  std::optional<Storages> storages_;  ///< nothing when the graph has no effects
  std::vector<NodeId> writer_;        ///< per storage: its last writer so far
  std::vector<std::uint32_t> begin_;  ///< per node, into hidden_
  std::vector<NodeId> hidden_;
  NodeId last_draw_ = kNoNode, last_state_ = kNoNode;
};

/// Number `k` of what EffectOrder::before gives; kNoNode past its end: a graph without effects has none at
/// all.
inline NodeId nth(std::span<const NodeId> before, std::size_t k) {
  return k < before.size() ? before[k] : kNoNode;
}

}  // namespace assay
