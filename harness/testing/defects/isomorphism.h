// The oracle of the defect suite: are two files the same program at level `exact`? Shares no code with
// harness/diff.
//
// Both files become one labelled digraph (a vertex per graph and per node; an edge per reference with its
// slot, per use of a sub-graph, and per pair of nodes that may not change places), coloured by refinement
// over all edges in both directions. Colour counts that differ prove "different" (equal structure gives equal
// hashes). "Same" is said only of a bijection that was found by individualisation and then verified edge by
// edge. Expects both sides to carry the same set of defaulted arguments: having or lacking one is outside its
// question.
#pragma once

#include <cstdint>

#include "harness/testing/defects/specimen.h"

namespace assay::defects {

enum class Sameness : std::uint8_t { kSame, kDifferent, kUndecided };

/// kUndecided only where the search for a bijection exceeds its fixed number of attempts.
Sameness compare_independently(const GraphFile& left, const GraphFile& right);

/// Whether refinement cannot tell two nodes of one file apart: a defect at one is as good as at the other.
bool are_twins(const GraphFile& file, Spot a, Spot b);

}  // namespace assay::defects
