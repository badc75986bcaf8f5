// Root causes: differences of their own, and differences that follow from another.
//
// A root is a node that differs although all its inputs match. These differences follow from another:
//   - a reference to a new operator, or away from a removed operator;
//   - a shape, stride, dtype or device that already differs in an input;
//   - a size among the constants that changed like a size of an input;
//   - any further difference of a node that has a cause;
//   - a constant or a factory that only replaced operators read.
// Neighbouring nodes that are missing or extra share a cause.
#pragma once

#include <cstddef>
#include <vector>

#include "harness/diff/explain_graphs.h"

namespace assay {

/// For each entry of `found` the index of its cause's entry, its own for a root. Linear in the graphs.
std::vector<std::size_t> find_causes(const GraphPair& graphs, const Pairing& pairing,
                                     const GraphExplanation& found);

/// Fills `result.roots` and the `cause` of every entry. Roots with equal signatures become a single root with
/// several places. `causes` comes from find_causes.
void fold_causes(const std::vector<std::size_t>& causes, DiffResult& result);

}  // namespace assay
