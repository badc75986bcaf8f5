// Dead views: view operators with unused results.
#pragma once

#include "harness/graph/graph.h"

namespace assay {

/// Removes op nodes without effects whose outputs are all aliases of an argument, if no remaining node uses
/// them. Chains of such views go too. Nodes of all graphs are renumbered. Other dead code stays: it is part
/// of the capture.
///
/// Functionalisation leaves such views behind when it replaces a write through a view. Eager never runs them
/// for their own sake.
GraphFile without_dead_views(GraphFile file);

/// Whether an output of `node` has a user other than dead views.
bool is_used(const Graph& graph, NodeId node);

}  // namespace assay
