// Graphs as NetworkX reads them: node-link JSON, a MultiDiGraph by `networkx.node_link_graph(data,
// edges="edges")`.
#pragma once

#include <string>

#include "harness/graph/graph.h"

namespace assay {

/// All graphs of `file` in one document; nothing of the file is lost (reports/examples/from_networkx.py makes
/// it again).
///
/// Keys of nodes: `primals_1`, .. for parameters, buffers and user inputs in capture order, `tangents_1`, ..,
/// `saved_1`, .., other inputs by their role; `output`; an operator by its short name, from the second one on
/// with a counter, as FX has them (`relu`, `relu_1`). In a file of several graphs keys begin with "GRAPH/".
/// Nodes: `name` (an input's qualified name, an operator's full one), `graph`, `node_call_info` (the node as
/// the graph file has it; references are {"%": [id, output]}). Edges: one for each reference of a node's
/// arguments or results, in order; `key` from 0 between two nodes, `argument`, `shape`, `dtype`, `stride`
/// (null where it is no tensor; symbolic sizes are strings).
std::string print_node_link(const GraphFile& file);

}  // namespace assay
