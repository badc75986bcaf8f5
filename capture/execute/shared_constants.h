// Constants that share memory: a write to one appears in the others, as in the capture.
#pragma once

#include <vector>

#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"

namespace assay::replay {

/// The file places `constant` in the memory of `state`. Returns the constant as a view of that memory.
/// `widened`: the state is in double precision. Then the tensor is undefined unless the constant has the
/// state's element type or a floating type.
/// Throws Misfit if the state has no such part.
at::Tensor part_of(const at::Tensor& state, const Node& constant, bool widened);

/// Moves `constants`, the values of the nodes `inputs`, into one memory where the file says so. Where two
/// overlap, the value of the first is kept, because later constants may have been read after a write.
/// Constants on different devices and widened constants of different element types stay separate. Throws
/// Misfit.
void put_together(const Graph& graph, const std::vector<NodeId>& inputs, std::vector<c10::IValue>& constants);

}  // namespace assay::replay
