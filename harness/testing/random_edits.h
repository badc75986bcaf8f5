// Random edits: changes of every kind at live nodes far from each other, for tests and benchmarks.
#pragma once

#include <cstdint>

#include "harness/diff/diff.h"

namespace assay {

/// One edit: what it is reported as, and the node it was made at, by its id on the side that is named.
struct Edit {
  DiffKind kind = DiffKind::kTarget;
  NodeId left = 0;  ///< of an extra node: the one after which it came
};

struct EditedPair {
  GraphFile left, right;
  std::vector<Edit> edits;  ///< fewer than asked for when the graph has no room for more
};

/// `count` edits of all kinds in turn, at nodes that an output reaches and that are at least three edges
/// apart; order edits make draws of two nodes on both sides. The same for the same seed on every machine.
EditedPair edited_pair(const GraphFile& file, std::size_t count, std::uint64_t seed);

}  // namespace assay
