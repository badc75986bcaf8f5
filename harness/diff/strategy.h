// The strategy: the matchers and their order.
#pragma once

#include "harness/diff/matchers.h"

namespace assay {

/// Runs the matchers from certain to likely. Each sees the pairs of those before it, and costs nothing
/// without free nodes. `flat` is of both graphs, without hidden slots.
Matching match_graphs(const GraphPair& graphs, const FlatPair& flat);

}  // namespace assay
