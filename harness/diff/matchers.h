// Matchers: which node of one graph most likely belongs to which of the other, when the two are known to
// differ.
//
// Each matcher is one algorithm in one file, adds pairs to those of the matchers before it and never takes
// one back. None of them decides what differs: every pair and every slot is verified afterwards
// (explain_graphs). The order of effects plays no part here, so that nodes find each other before their order
// is looked at.
#pragma once

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

/// From pairs to neighbours, slot by slot: what both refer to at a slot, and what alone refers to both at a
/// slot. Equal labels first, then equal targets, then any operator: a changed node is found between its
/// neighbours.
void match_slots(const GraphPair& graphs, const FlatPair& flat, Matching& matching);

/// What is left, in capture order: nodes that compute the same, then nodes with the same label.
void match_leftovers(const FlatPair& flat, Matching& matching);

}  // namespace assay
