// MergedGraph: two graphs as one, with a node per pair of nodes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/diff/paired_diff.h"
#include "reports/drawing/drawing.h"

namespace assay {

struct MergedNode {
  NodeId left = kNoNode, right = kNoNode;  ///< at least one is set
  Mark mark = Mark::kMatched;
  std::vector<std::size_t> entries = {};  ///< indices of the diff's entries about this node
};

struct MergedEdge {
  std::size_t from = 0, to = 0;
  Mark mark = Mark::kMatched;
  std::string value, argument;  ///< value of a changed edge: "f32[2] -> f32[3]" (with U+2192)
};

struct MergedGraph {
  const Graph* left = nullptr;  ///< null: only in the right file
  const Graph* right = nullptr;
  std::vector<MergedNode> nodes;  ///< left nodes in order, then nodes of the right graph alone
  std::vector<MergedEdge> edges;
};

/// Merges pair `graphs` of the diff. A node is changed if an entry reports it. Other paired nodes are
/// matched. A node without a partner is missing or extra if an entry reports it. Else a policy ignored the
/// node, and it has no mark. An edge is matched if both sides have it between paired nodes, at the same
/// argument and output.
MergedGraph merge_graphs(const GraphFile& left, const GraphFile& right, const PairedDiff& diff,
                         std::size_t graphs);

/// A single graph, all missing or all extra.
MergedGraph lone_graph(const Graph& graph, Mark mark);

}  // namespace assay
