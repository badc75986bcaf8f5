// draw_difference: the surroundings of a root cause, both graphs in one drawing.
#pragma once

#include <cstddef>

#include "harness/diff/paired_diff.h"
#include "reports/drawing/drawing.h"

namespace assay {

struct DifferenceOptions {
  std::size_t radius = 2;       ///< distance in edges from the cause, in both directions
  std::size_t most_nodes = 30;  ///< nearest first, at equal distance nodes that differ first
};

/// The neighbourhood of `cause`, an index into the result's roots, at its first place. Paired nodes and edges
/// are drawn once. A changed node shows both sides. Neighbours that are not drawn become a node "..." before
/// or after their neighbour, and a caption counts the nodes left out within the radius. For a graph that only
/// one side has, its beginning is drawn. Other causes without a node, such as a changed assumption, give
/// captions alone.
Drawing draw_difference(const GraphFile& left, const GraphFile& right, const PairedDiff& diff,
                        std::size_t cause, const DifferenceOptions& options = {});

}  // namespace assay
