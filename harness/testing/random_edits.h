// Random edits: changes of every kind at distant live nodes, for tests and benchmarks.
#pragma once

#include <cstdint>

#include "harness/diff/diff.h"

namespace assay {

/// An edit: its reported kind and its node.
struct Edit {
  DiffKind kind = DiffKind::kTarget;
  NodeId left = 0;  ///< for an extra node: its predecessor
};

struct EditedPair {
  GraphFile left, right;
  std::vector<Edit> edits;  ///< fewer than requested if the graph lacks room
};

/// `count` edits, cycling through all kinds. They are at nodes that reach an output, at least three edges
/// apart. Order edits turn two nodes into random draws on both sides. Depends on the seed only.
EditedPair edited_pair(const GraphFile& file, std::size_t count, std::uint64_t seed);

}  // namespace assay
