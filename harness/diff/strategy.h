// The strategy: which matchers run, in which order.
#pragma once

#include "harness/diff/matchers.h"

namespace assay {

/// From certain to likely. Every phase sees the pairs of those before it, and one that has nothing left to
/// pair costs nothing. `flat` is of both graphs, order left out.
Matching match_graphs(const GraphPair& graphs, const FlatPair& flat);

}  // namespace assay
