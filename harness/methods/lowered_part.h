// A part of a lowered graph: what methods of different extent have in common.
#pragma once

#include <optional>

#include "harness/graph/graph.h"
#include "harness/methods/comparison.h"

namespace assay {

/// Of the one graph of `file` that is no sub-graph, with those that its part uses. The forward part: results
/// of roles user and mutation, what they are made of, and what draws random numbers or changes state; nothing
/// where there is no such result. The joint part: all results but saved ones, and every operator; nothing
/// where no gradient is among the results. Gradients that are None go from both, and inputs that nothing
/// uses. Results are in order of their labels, the graph has the part's name.
std::optional<GraphFile> part_of(const GraphFile& file, Part part);

}  // namespace assay
