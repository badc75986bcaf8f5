// The live walk: pairs and verifies everything that a result, a named input or the end of an order of effects
// reaches.
#pragma once

#include "harness/diff/graph_pair.h"

namespace assay {

/// False as soon as something differs. Afterwards every pair that must exist in any identity of the two
/// graphs is in `pairing` and has been verified with all its references, hidden ones included; nodes without
/// a partner are dead code. Linear: a node's consumers come after it, so one pass backwards over the left
/// graph meets every node when all that could pair it has been seen.
bool walk_live(GraphPair& graphs, Pairing& pairing);

}  // namespace assay
