// Dead code: identity of nodes that no result and no ordered effect reaches. Symmetry is possible there.
//
// The answer is exact, except for dead nodes that differ in whether they spell out a default: equal code may
// then be called different, never the reverse. All work counts against a budget linear in the size. Past it
// the answer is kUndecided.
#pragma once

#include <cstdint>

#include "harness/diff/flat_graph.h"

namespace assay {

enum class Sameness : std::uint8_t { kEqual, kDifferent, kUndecided };

/// Extends `pairing`, the result of the live walk. It is complete and verified after kEqual.
Sameness match_dead_code(const GraphPair& graphs, const FlatPair& flat, Pairing& pairing);

}  // namespace assay
