// Values of a graph as Python expressions in an exported module.
#pragma once

#include <string>
#include <string_view>

#include "harness/graph/graph.h"

namespace assay {

/// Throws InputError with node `id` of `graph` and the reason that it has no form in torch.fx.
[[noreturn]] void refuse_node(const Graph& graph, NodeId id, const std::string& why);

/// An argument or result of node `id` as an expression. References are `n4` or `make.part(n4, 1)`. Throws
/// InputError for a value without a form in torch.fx.
std::string python_value(const Graph& graph, NodeId id, const Argument& argument);

/// Hyper-parameters of the module that node `id` calls, as a dict. Values that Python cannot express are left
/// out: a constructor that needs them fails.
std::string python_config(const Graph& graph, NodeId id);

/// ("float32", [2, 3], [3, 1], "cpu") for a tensor, other outputs in the text form.
std::string python_output(const Output& output);

}  // namespace assay
