// Refinement: classes of nodes that nothing above or below them tells apart.
//
// Classes are compared as exact sequences, so nodes of different classes can never belong together; nodes of
// one class need not.
#pragma once

#include <cstdint>

#include "harness/diff/flat_graph.h"

namespace assay {

struct NodeClasses {
  std::vector<std::uint32_t> left, right;
  std::uint32_t count = 0;  ///< all classes are below
};

/// Classes by what a node computes: its label and, slot by slot, the classes of what it refers to. Pairs
/// count as known: each is a class of its own. One pass.
NodeClasses classes_by_inputs(const FlatPair& flat, const Pairing& pairing);

/// That and the same in the other direction, by label and the multiset of (class of the consumer, slot), in
/// turn until nothing splits any more or `rounds` are done. Linear in each round.
NodeClasses refine(const FlatPair& flat, const Pairing& pairing, int rounds);

}  // namespace assay
