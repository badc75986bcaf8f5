// keep_nodes: a graph without some of its nodes.
#pragma once

#include <vector>

#include "harness/graph/graph.h"

namespace assay {

/// The nodes for which `kept` (by id) holds, numbered anew. What they refer to must be kept with them.
Graph keep_nodes(Graph graph, const std::vector<bool>& kept);

/// Calls `visit(const Ref&)` for each reference in the node's arguments and results.
template <typename Visit>
void for_each_use(const Node& node, Visit&& visit) {
  for (const Argument& argument : node.args) for_each_ref(argument.value, visit);
  for (const Result& result : node.results) for_each_ref(result.value, visit);
}

}  // namespace assay
