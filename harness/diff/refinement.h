// Refinement: classes of nodes that nothing above or below them distinguishes.
//
// Classes are compared as exact sequences. Nodes of different classes can never be partners. Nodes of the
// same class may still differ.
#pragma once

#include <cstdint>

#include "harness/diff/flat_graph.h"

namespace assay {

struct NodeClasses {
  std::vector<std::uint32_t> left, right;
  std::uint32_t count = 0;  ///< all classes are smaller
};

/// Classes by computation: the label of a node and, slot by slot, the classes of its references. Each pair of
/// `pairing` is a class of its own. One pass.
NodeClasses classes_by_inputs(const FlatPair& flat, const Pairing& pairing);

/// Alternates classes_by_inputs with its reverse: classes by label and the multiset of (class of the
/// consumer, slot). Ends when no class splits or after `rounds`. Each round is linear.
NodeClasses refine(const FlatPair& flat, const Pairing& pairing, int rounds);

}  // namespace assay
