// Dead code: identity of what no result and no ordered effect reaches, where symmetry is possible.
//
// Refined classes first: unequal counts decide at once, classes of one are pairs. What is left falls into
// connected components, matched one by one; inside a component a node is tried against each of its class,
// what follows is propagated, and a contradiction takes it back. Greedy over components is complete because
// identity of components is an equivalence. (The one exception: dead nodes of which some lack an argument
// that others give explicitly at its default; such may be called different, never equal.) All work counts
// against a budget linear in the size; past it, kUndecided.
#pragma once

#include <cstdint>

#include "harness/diff/flat_graph.h"

namespace assay {

enum class Sameness : std::uint8_t { kEqual, kDifferent, kUndecided };

/// Extends `pairing`, which must hold the result of the live walk; complete and verified when kEqual.
Sameness match_dead_code(const GraphPair& graphs, const FlatPair& flat, Pairing& pairing);

}  // namespace assay
