// keep_nodes: a file without some of its nodes. Also reorders inputs and renames graphs.
#pragma once

#include <vector>

#include "harness/graph/graph.h"

namespace assay {

/// Keeps the nodes with `kept` (by graph, then by id), which must include the targets of their references.
/// Ids in references and in `of` are renumbered. If the `of` node of a sub-graph goes, `of` becomes the first
/// kept user. A sub-graph without a kept user goes with all graphs inside it.
GraphFile keep_nodes(GraphFile file, const std::vector<std::vector<bool>>& kept);

/// Moves the inputs of a call (all inputs except constants and generators) before all other nodes, in their
/// order. For a graph without sub-graphs.
void put_inputs_first(Graph& graph);

/// Renames graph `from` and all graphs inside it. `to` must be free.
GraphFile rename_graph(GraphFile file, Name from, Name to);

/// Calls `visit(const Ref&)` for each reference in the node's arguments and results.
template <typename Visit>
void for_each_use(const Node& node, Visit&& visit) {
  for (const Argument& argument : node.args) for_each_ref(argument.value, visit);
  for (const Result& result : node.results) for_each_ref(result.value, visit);
}

}  // namespace assay
