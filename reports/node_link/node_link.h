// print_node_link: graphs as node-link JSON for NetworkX. `networkx.node_link_graph(data, edges="edges")`
// reads it as a MultiDiGraph.
#pragma once

#include <string>

#include "harness/graph/graph.h"

namespace assay {

/// All graphs of `file` in one document, without loss: reports/examples/from_networkx.py restores the file.
///
/// Keys of nodes: `primals_1`, .. for parameters, buffers and user inputs in capture order; `tangents_1`, ..;
/// `saved_1`, ..; other inputs by role; `output`. An operator has its short name, with a counter from the
/// second on, as in FX (`relu`, `relu_1`). In a file of several graphs, keys begin with "GRAPH/".
///
/// Nodes have `name` (an input's qualified name, an operator's full name), `graph` and `node_call_info`. The
/// last is the node as in the graph file, where references are {"%": [id, output]}.
///
/// There is an edge per reference in a node's arguments or results, in order. An edge has `key` (from 0,
/// between the same two nodes), `argument`, `shape`, `dtype` and `stride`. The last three are null for other
/// values than tensors. Symbolic sizes are strings.
std::string print_node_link(const GraphFile& file);

}  // namespace assay
