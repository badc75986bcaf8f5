// The live walk: pairs and verifies all nodes that a result, a named input or the end of an order of effects
// reaches.
#pragma once

#include "harness/diff/graph_pair.h"

namespace assay {

/// False at the first difference. Otherwise `pairing` has every pair that any identity of the graphs must
/// contain, verified with all references, hidden references included. Nodes without a partner are then dead
/// code. Linear: a single pass backwards meets each node after all its consumers.
bool walk_live(GraphPair& graphs, Pairing& pairing);

}  // namespace assay
