// Root causes: which differences stand for themselves and which follow from another one.
//
// A root is a node whose inputs all match but which differs itself. What follows: a reference to an operator
// that is new, or away from one that is gone; a shape, stride, dtype or device that an input already differs
// in; a size among the constants that changed as an input's size did; everything else about a node that has a
// cause of its own; a constant or a factory that only replaced operators read. Neighbouring nodes that are
// missing or extra are one cause.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/diff/explain_graphs.h"

namespace assay {

/// Per entry of `found`, the index of the entry it follows from, its own for a root. Linear in the graphs.
std::vector<std::size_t> find_causes(const GraphPair& graphs, const Pairing& pairing,
                                     const GraphExplanation& found);

/// Fills `result.roots` and every entry's `cause`: roots with equal signatures become one with several
/// places. `causes`: per entry of the result, as above.
void fold_causes(const std::vector<std::size_t>& causes, DiffResult& result);

}  // namespace assay
