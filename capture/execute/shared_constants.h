// Constants of one memory: what a run writes to one of them is in the others, as it was in the capture.
#pragma once

#include <vector>

#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"

namespace assay::replay {

/// The constant as part of the memory of `state`, in which the file says it lies. `widened`: the state is in
/// double precision; undefined then where the two are of different element types. Throws Misfit where the
/// state has no such part.
at::Tensor part_of(const at::Tensor& state, const Node& constant, bool widened);

/// Puts those of `constants`, the values of the nodes `inputs`, that the file says lie in one memory into
/// one. Where two of them overlap, the value of the first is kept: later ones may have been read after a
/// write. Left alone: those on different devices, and widened ones of different element types. Throws Misfit.
void put_together(const Graph& graph, const std::vector<NodeId>& inputs, std::vector<c10::IValue>& constants);

}  // namespace assay::replay
