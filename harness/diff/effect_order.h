// EffectOrder: the order of effects as hidden references. Comparing references then compares order too.
//
// Order is identity between two nodes if one writes a storage that the other reads or writes, if both draw
// from the same generator, or if either has effect `state` (docs/judging.md#graphs). These are accesses to
// something shared: a storage, a generator, the state. Each access refers to its last earlier writer. Writers
// thus form a chain, and each reader has a place in it.
//
// A reference to a written storage counts as a read, even for taking a view. A reference in an argument
// `generator` of a node that draws is its generator, and is written like a storage. Other draws use the
// default generator. Computed in one pass in capture order. A graph without effects costs nothing.
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

  /// The nodes that `node` must follow, kNoNode for none: the last change of state, the last draw (default
  /// generator), then for each reference in argument order the last writer of its storage. Empty for inputs,
  /// for the output node and in graphs without effects.
  std::span<const NodeId> before(NodeId node) const;

  /// Ends of the chains over the whole graph; kNoNode for an empty chain.
  NodeId last_writer(const Ref& ref);
  NodeId last_draw() const { return last_draw_; }
  NodeId last_state() const { return last_state_; }

 private:
  void visit(const Node& node, NodeId id);

  std::optional<Storages> storages_;  ///< empty if the graph has no effects
  std::vector<NodeId> writer_;        ///< per storage: the last writer so far
  std::vector<std::uint32_t> begin_;  ///< per node, into hidden_
  std::vector<NodeId> hidden_;
  NodeId last_draw_ = kNoNode, last_state_ = kNoNode;
};

/// Element `k` of EffectOrder::before, or kNoNode past its end: a graph without effects has no elements.
inline NodeId nth(std::span<const NodeId> before, std::size_t k) {
  return k < before.size() ? before[k] : kNoNode;
}

}  // namespace assay
