// Matchers: likely partners for the nodes of two graphs that are known to differ.
//
// Each matcher is an algorithm in a file of its own. It adds pairs and never removes any. Differences are
// decided afterwards: every pair and every slot is verified (explain_graphs). Matchers ignore the order of
// effects, so that nodes find partners before their order is compared.
#pragma once

#include <algorithm>
#include <cstdint>

#include "harness/diff/diff.h"
#include "harness/diff/flat_graph.h"

namespace assay {

/// A pairing that records the matcher of each pair.
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

/// Pairs inputs by role and name, then by name alone, and the output nodes.
void match_anchors(const GraphPair& graphs, Matching& matching);

/// Pairs nodes whose computation is unique on both sides, then nodes whose use is unique. Labels must be
/// equal: pairs approach a change from both directions and do not cross it.
void match_classes(const FlatPair& flat, Matching& matching);

/// The required similarity of two nodes at the same place between pairs.
enum class Strictness : std::uint8_t { kLabel, kTarget, kKind };

/// Extends pairs to neighbours, slot by slot: to the producers of both nodes at a slot, and to their
/// consumers if each is alone at a slot. Called with decreasing strictness: a changed node is found between
/// its neighbours.
void match_slots(const GraphPair& graphs, const FlatPair& flat, Matching& matching, Strictness strictness);

/// Pairs free nodes between two pairs by their longest common subsequence (Myers), gap by gap. The sequence
/// does not depend on the capture order. For chains of equal blocks, which nothing else distinguishes. A gap
/// with too many differences is skipped.
void match_gaps(const GraphPair& graphs, const FlatPair& flat, Matching& matching, Strictness strictness);

/// Pairs the remaining nodes in capture order: equal computations, then similar nodes with the most paired
/// neighbours in common. Nodes without a common neighbour stay apart. Nodes without any neighbours are paired
/// by operator, then by kind.
void match_leftovers(const GraphPair& graphs, const FlatPair& flat, Matching& matching);

/// Equal numbers mean equal traits at `strictness`. Labels are exact. Other traits are hashes, whose
/// collisions the later verification finds.
std::uint64_t trait(const FlatGraph& flat, const Graph& graph, NodeId node, Strictness strictness);

}  // namespace assay
