// Promises: what a file says of the values of its graphs, against what there is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// "joint: input 3 (parameter '0.weight')".
std::string input_text(const Graph& graph, NodeId id);

/// Throws CannotReplay when an input's value has another number of dimensions, fixed size or element type
/// than the file says.
void check_input(const Graph& graph, NodeId id, const c10::IValue& value);
/// What a graph says of an output and the kernel does not keep.
struct BrokenPromise {
  Departure at;
  bool is_used = false;  ///< a result or an effect of the graph hangs on that output
};
/// "joint: node 9 (aten.max.dim): the file says int64[4], it gives int64[3]".
std::string mismatch_text(const Departure& at);
/// The first among what a node gave that somebody uses; else the first.
std::optional<BrokenPromise> broken_promise(const Graph& graph, NodeId id,
                                            const std::vector<c10::IValue>& outputs);

}  // namespace assay::replay
