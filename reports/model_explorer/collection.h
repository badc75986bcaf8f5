// graph_collection: a graph collection of Model Explorer, alone or as a side of a difference.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/graph/graph.h"

namespace assay {

/// The difference at a node, as text and border colour.
struct NodeDifference {
  std::string words;
  std::string_view color;
};

/// A side of a comparison. The viewer finds graphs by id across all open collections.
struct ExplorerSide {
  std::string label = {};  ///< prefix of the collection's label
  std::string graph = {};  ///< prefix of the ids of its graphs
  std::map<std::pair<std::size_t, NodeId>, NodeDifference> differences = {};  ///< by graph index and node id
};

std::string graph_collection(const GraphFile& file, const ExplorerSide& side);

/// The id of a node in Model Explorer: "joint/%12".
std::string explorer_id(const Graph& graph, NodeId id);

/// Namespace of each node: "layer1/0/conv".
std::vector<std::string> namespaces_of(const Graph& graph);

}  // namespace assay
