// part_of: the part of a lowered graph that methods of different extent have in common.
#pragma once

#include <optional>

#include "harness/graph/graph.h"
#include "harness/methods/comparison.h"

namespace assay {

/// The part of the only graph of `file` that is no sub-graph, with the sub-graphs that it uses. The forward
/// part has all results but gradients and saved results, the nodes they need, and operators that draw random
/// numbers or change state. Nothing without such a result. The joint part has all results but saved results,
/// and every operator. Nothing without a gradient. Both lose gradients that are None and unused inputs.
/// Results are in order of their labels, and the graph has the part's name.
std::optional<GraphFile> part_of(const GraphFile& file, Part part);

}  // namespace assay
