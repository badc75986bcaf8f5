// explain_graphs: the differences of two graphs, given which nodes belong together. Verifies every pair and
// every slot.
#pragma once

#include <cstdint>
#include <utility>

#include "harness/diff/diff.h"
#include "harness/diff/matchers.h"

namespace assay {

/// The entry's nodes and, of a rewired one, the references that changed.
struct EntryPlace {
  NodeId left = kNoNode, right = kNoNode;
  NodeId second = kNoNode;                                          ///< order: the other left node
  std::vector<std::pair<NodeId, NodeId>> moved = {};                ///< left and right producer, both there
  std::vector<std::pair<std::int64_t, std::int64_t>> numbers = {};  ///< constant: whole numbers that changed
  bool only_numbers = false;  ///< constant: nothing but `numbers` changed
};

struct GraphExplanation {
  SetCount nodes, edges;
  std::vector<DiffEntry> entries;  ///< in the left graph's order, extras last, then order of effects
  std::vector<EntryPlace> places;  ///< per entry
  std::vector<std::pair<Name, Name>> sub_graphs;  ///< at the same place on both sides: to be compared as well
};

/// A node that belongs to nobody is missing or extra. Of a node with another target only that is told; of
/// several references of one node that differ, one entry. Nodes that differ only because their inputs do get
/// an entry of their own.
/// `flat`, where there is one, must be of these graphs: it saves the comparison of what its labels have
/// verified.
GraphExplanation explain_graphs(const GraphPair& graphs, const Matching& matching, const FlatPair* flat);

/// "joint/%12"
std::string path_to(const Graph& graph, NodeId node);
/// "aten.relu.default", "input parameter", "output"
std::string op_of(const Node& node);

}  // namespace assay
