// explain_graphs: the differences of two graphs, given a matching of their nodes. Verifies every pair and
// every slot.
#pragma once

#include <cstdint>
#include <utility>

#include "harness/diff/diff.h"
#include "harness/diff/matchers.h"

namespace assay {

/// The nodes of an entry and, for kind rewired, the changed references.
struct EntryPlace {
  NodeId left = kNoNode, right = kNoNode;
  NodeId second = kNoNode;                            ///< kind order: the other left node
  std::vector<std::pair<NodeId, NodeId>> moved = {};  ///< left and right producer, both existing
  std::vector<std::pair<std::int64_t, std::int64_t>> numbers = {};  ///< kind constant: changed whole numbers
  bool only_numbers = false;                                        ///< kind constant: only `numbers` changed
};

struct GraphExplanation {
  SetCount nodes, edges;
  std::vector<DiffEntry> entries;  ///< in left graph order, then extra nodes, then order of effects
  std::vector<EntryPlace> places;  ///< per entry
  std::vector<std::pair<Name, Name>> sub_graphs;  ///< at the same place on both sides: still to be compared
};

/// A node without a partner is missing or extra. A node with another target has no further entries. Several
/// changed references of a node share an entry. A node that differs only through its inputs has an entry too.
/// `flat` may be null, else it must be of these graphs. It saves comparisons that its labels have verified.
GraphExplanation explain_graphs(const GraphPair& graphs, const Matching& matching, const FlatPair* flat);

/// "joint/%12"
std::string path_to(const Graph& graph, NodeId node);
/// "aten.relu.default", "input parameter", "output"
std::string op_of(const Node& node);

}  // namespace assay
