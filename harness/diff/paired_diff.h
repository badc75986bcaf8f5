// paired_diff: a diff together with the nodes that it held against each other, for who draws or maps them.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "harness/diff/diff.h"
#include "harness/diff/effect_order.h"

namespace assay {

/// Two graphs, one of each file, and which node of one is which of the other. A node of neither `first` nor
/// `second` has no partner: it is missing or extra, or a policy has put it aside.
struct GraphPairs {
  std::size_t left = 0, right = 0;               ///< indices into the files' graphs
  std::vector<std::pair<NodeId, NodeId>> nodes;  ///< left and right, in order of the left ones
};

/// Where an entry of a DiffResult is. Ids are those of the files as they were given, whatever policy was on.
struct DiffPlace {
  static constexpr std::size_t kNoGraphs = static_cast<std::size_t>(-1);
  std::size_t graphs = kNoGraphs;  ///< index into DiffPairs::graphs; none: the entry is about a whole graph
  NodeId left = kNoNode, right = kNoNode;
  NodeId second = kNoNode;  ///< order: the other left node
};

struct DiffPairs {
  std::vector<GraphPairs> graphs;  ///< those that both files have, in the order of the comparison
  std::vector<DiffPlace> places;   ///< one for each entry of the result
};

struct PairedDiff {
  DiffResult result;  ///< what `diff` says
  DiffPairs pairs;
};

PairedDiff paired_diff(const GraphFile& left, const GraphFile& right, const Policy& policy = {});

}  // namespace assay
