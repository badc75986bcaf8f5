// Dead views: view operators whose results nobody uses.
#pragma once

#include "harness/graph/graph.h"

namespace assay {

/// Takes out op nodes that only view an argument (every output is an alias of one), have no effects and are
/// used by nothing that stays; repeatedly, so that chains of them go. What computes stays, dead or not: a
/// capture's dead code is part of what it is. In every graph of the file; nodes are numbered anew.
///
/// Functionalisation leaves such views behind when it replaces a write through a view, eager never runs them
/// for their own sake.
GraphFile without_dead_views(GraphFile file);

/// Whether anything but dead views uses an output of `node`.
bool is_used(const Graph& graph, NodeId node);

}  // namespace assay
