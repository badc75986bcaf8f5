// Promises: the values that a file declares for its graphs, compared with the actual values.
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

/// Throws CannotReplay if the number of dimensions, a fixed size or the element type of an input's value
/// differs from the file.
void check_input(const Graph& graph, NodeId id, const c10::IValue& value);
/// An output that differs from the graph's description of it.
struct BrokenPromise {
  Departure at;
  bool is_used = false;  ///< a result or side effect of the graph depends on that output
};
/// "joint: node 9 (aten.max.dim): the file says int64[4], it gives int64[3]".
std::string mismatch_text(const Departure& at);
/// The first difference in a used output of the node, otherwise the first difference.
std::optional<BrokenPromise> broken_promise(const Graph& graph, NodeId id,
                                            const std::vector<c10::IValue>& outputs);

}  // namespace assay::replay
