// paired_diff: a diff together with its pairs of nodes, for drawings and mappings.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "harness/diff/diff.h"
#include "harness/diff/effect_order.h"

namespace assay {

/// A graph of each file, and their pairs of nodes. A node without a pair is missing, extra or put aside by a
/// policy.
struct GraphPairs {
  std::size_t left = 0, right = 0;               ///< indices of the graphs in their files
  std::vector<std::pair<NodeId, NodeId>> nodes;  ///< left and right, in left order
};

/// The place of an entry. Ids are those of the input files, under any policy.
struct DiffPlace {
  static constexpr std::size_t kNoGraphs = static_cast<std::size_t>(-1);
  std::size_t graphs = kNoGraphs;  ///< index into DiffPairs::graphs; none for an entry about a whole graph
  NodeId left = kNoNode, right = kNoNode;
  NodeId second = kNoNode;  ///< kind order: the other left node
};

struct DiffPairs {
  std::vector<GraphPairs> graphs;  ///< graphs of both files, in order of comparison
  std::vector<DiffPlace> places;   ///< per entry of the result
};

struct PairedDiff {
  DiffResult result;  ///< the result of `diff`
  DiffPairs pairs;
};

PairedDiff paired_diff(const GraphFile& left, const GraphFile& right, const Policy& policy = {});

}  // namespace assay
