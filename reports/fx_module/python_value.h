// Values of a graph as Python expressions of an exported module.
#pragma once

#include <string>
#include <string_view>

#include "harness/graph/graph.h"

namespace assay {

/// InputError that names node `id` of `graph` and says why it has no form in torch.fx.
[[noreturn]] void refuse_node(const Graph& graph, NodeId id, const std::string& why);

/// The value of an argument, or of a result, of node `id`; references are `n4` or `make.part(n4, 1)`. Refuses
/// what has no form.
std::string python_value(const Graph& graph, NodeId id, const Argument& argument);

/// Hyper-parameters of the module that node `id` calls: a dict. What cannot be written is left out: a
/// constructor that needs it says so.
std::string python_config(const Graph& graph, NodeId id);

/// ("float32", [2, 3], [3, 1], "cpu") of a tensor, other outputs as text of the graph file.
std::string python_output(const Output& output);

}  // namespace assay
