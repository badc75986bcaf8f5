// Matchers: which node of one graph most likely belongs to which of the other, when the two are known to
// differ.
//
// Each matcher is one algorithm in one file, adds pairs to those of the matchers before it and never takes
// one back. None of them decides what differs: every pair and every slot is verified afterwards
// (explain_graphs). The order of effects plays no part here, so that nodes find each other before their order
// is looked at.
#pragma once

#include <algorithm>
#include <cstdint>

#include "harness/diff/diff.h"
#include "harness/diff/flat_graph.h"

namespace assay {

/// A pairing that remembers who made each pair.
struct Matching {
  Pairing pairing;
  std::vector<Matcher> by;  ///< per left node

  explicit Matching(const Graph& left, const Graph& right)
      : pairing(left, right), by(left.nodes.size(), Matcher::kNone) {}
  bool free(NodeId a, NodeId b) const { return pairing.left[a] == kNoNode && pairing.right[b] == kNoNode; }
  bool complete_on_a_side() const {
    return pairing.size == std::min(pairing.left.size(), pairing.right.size());
  }
  void join(NodeId a, NodeId b, Matcher matcher) {
    if (free(a, b) && pairing.join(a, b)) by[a] = matcher;
  }
};

/// Inputs by role and name, then by name alone; the output nodes.
void match_anchors(const GraphPair& graphs, Matching& matching);

/// Nodes that alone on their side compute something, then nodes that alone on their side are used in some
/// way; each with an equal label, so a change is not crossed by this matcher but closed in on from both
/// directions.
void match_classes(const FlatPair& flat, Matching& matching);

/// How much two nodes must share to be paired because they are at the same place between pairs.
enum class Strictness : std::uint8_t { kLabel, kTarget, kKind };

/// From pairs to neighbours, slot by slot: what both refer to at a slot, and what alone refers to both at a
/// slot. Called with growing laxity: a changed node is found between its neighbours.
void match_slots(const GraphPair& graphs, const FlatPair& flat, Matching& matching, Strictness strictness);

/// Free nodes between two pairs, as sequences in an order that does not depend on capture order: the longest
/// common subsequence by Myers, gap by gap. For chains of equal blocks, where nothing else tells one block
/// from the next. A gap with too many differences is left alone.
void match_gaps(const GraphPair& graphs, const FlatPair& flat, Matching& matching, Strictness strictness);

/// What is left, in capture order: nodes that compute the same, then nodes alike that share the most paired
/// neighbours. Nodes without a neighbour in common stay apart, but for those that have no neighbours at all:
/// the same operator is taken for the same node.
void match_leftovers(const GraphPair& graphs, const FlatPair& flat, Matching& matching);

/// What two nodes must have in common at `strictness`; equal numbers mean equal, labels exactly, others but
/// for collisions of a hash, which verification afterwards tells.
std::uint64_t trait(const FlatGraph& flat, const Graph& graph, NodeId node, Strictness strictness);

}  // namespace assay
