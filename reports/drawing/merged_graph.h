// MergedGraph: two graphs laid over each other, each pair of nodes one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/diff/paired_diff.h"
#include "reports/drawing/drawing.h"

namespace assay {

struct MergedNode {
  NodeId left = kNoNode, right = kNoNode;  ///< at least one is there
  Mark mark = Mark::kMatched;
  std::vector<std::size_t> entries = {};  ///< of the diff's result, about this node
};

struct MergedEdge {
  std::size_t from = 0, to = 0;
  Mark mark = Mark::kMatched;
  std::string value, argument;  ///< of a changed edge both values: "f32[2] -> f32[3]" with an arrow
};

struct MergedGraph {
  const Graph* left = nullptr;  ///< null: the right file alone has it
  const Graph* right = nullptr;
  std::vector<MergedNode> nodes;  ///< those of the left graph in order, then those that are extra
  std::vector<MergedEdge> edges;
};

/// `graphs`: an index into the diff's pairs of graphs. A node is changed when an entry says so, missing or
/// extra when it has no partner and an entry says so, and matched else; where a policy put it aside it has no
/// mark. An edge is matched when both sides have it between nodes that are pairs, at the same argument and
/// output.
MergedGraph merge_graphs(const GraphFile& left, const GraphFile& right, const PairedDiff& diff,
                         std::size_t graphs);

/// One graph by itself, all of it missing or all of it extra.
MergedGraph lone_graph(const Graph& graph, Mark mark);

}  // namespace assay
