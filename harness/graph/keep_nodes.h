// keep_nodes: a file without some of the nodes of its graphs, or with them in another order.
#pragma once

#include <vector>

#include "harness/graph/graph.h"

namespace assay {

/// The nodes for which `kept` (by graph, then by id) holds, numbered anew, and with them the nodes that
/// sub-graphs are of. What a kept node refers to must be kept with it. A sub-graph that no kept node uses
/// goes with all inside it.
GraphFile keep_nodes(GraphFile file, const std::vector<std::vector<bool>>& kept);

/// Inputs that the graph is called with (parameters, buffers, the user's, tangents) before all other nodes, in the
/// order that they have. For a graph without sub-graphs.
void put_inputs_first(Graph& graph);

/// Graph `from` and all inside it under another name, which must be free.
GraphFile rename_graph(GraphFile file, Name from, Name to);

/// Calls `visit(const Ref&)` for each reference in the node's arguments and results.
template <typename Visit>
void for_each_use(const Node& node, Visit&& visit) {
  for (const Argument& argument : node.args) for_each_ref(argument.value, visit);
  for (const Result& result : node.results) for_each_ref(result.value, visit);
}

}  // namespace assay
