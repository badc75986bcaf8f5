// draw_difference: where two graphs part, both in one drawing.
#pragma once

#include <cstddef>

#include "harness/diff/paired_diff.h"
#include "reports/drawing/drawing.h"

namespace assay {

struct DifferenceOptions {
  std::size_t radius = 2;       ///< how many edges away from what differs, in either direction
  std::size_t most_nodes = 30;  ///< nearest first, those that differ before others
};

/// The neighbourhood of `cause`, an index into the result's roots, at its first place: nodes of both sides
/// that belong together are drawn once, as are edges. A changed node says both sides. Neighbours that are not
/// drawn are one node "..." where they are read and one where they read, and the captions say how many of
/// what is within the radius that is. A cause that is about no node (what a graph assumes, say) gives a
/// drawing of captions alone; that of a graph which only one side has gives the beginning of that graph.
Drawing draw_difference(const GraphFile& left, const GraphFile& right, const PairedDiff& diff,
                        std::size_t cause, const DifferenceOptions& options = {});

}  // namespace assay
