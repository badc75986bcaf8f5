// A graph collection of Model Explorer's, by itself or as one side of a difference.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

/// What a comparison says of one node.
struct NodeDifference {
  std::string words;
  std::string_view color;
};

/// Which of two collections one is. The viewer finds graphs by id over all that are open.
struct ExplorerSide {
  std::string label = {};  ///< what the collection's label begins with
  std::string graph = {};  ///< what ids of its graphs begin with
  std::map<std::pair<std::size_t, NodeId>, NodeDifference> differences = {};  ///< by index of graph and id
};

std::string graph_collection(const GraphFile& file, const ExplorerSide& side);

/// The id of a node: "joint/%12".
std::string explorer_id(const Graph& graph, NodeId id);

/// By node: "layer1/0/conv".
std::vector<std::string> namespaces_of(const Graph& graph);

}  // namespace assay
