// The oracle of the defect suite: whether two files are the same program at level `exact`. Shares no code
// with harness/diff.
//
// Each file becomes a labelled digraph with a vertex per graph and node. It has an edge per reference (with
// its slot), per use of a sub-graph, and per pair of conflicting nodes. Colour refinement runs over all edges
// in both directions. Different colour counts prove "different", since equal structure gives equal hashes.
// "Same" needs a bijection, found by individualisation and verified edge by edge. Both sides must have the
// same set of defaulted arguments, which the oracle does not compare.
#pragma once

#include <cstdint>

#include "harness/testing/defects/specimen.h"

namespace assay::defects {

enum class Sameness : std::uint8_t { kSame, kDifferent, kUndecided };

/// kUndecided only if the search for a bijection exceeds its fixed number of attempts.
Sameness compare_independently(const GraphFile& left, const GraphFile& right);

/// Whether refinement cannot distinguish two nodes of a file: a defect at either is equivalent.
bool are_twins(const GraphFile& file, Spot a, Spot b);

}  // namespace assay::defects
