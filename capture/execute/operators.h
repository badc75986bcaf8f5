// Operators: the dispatcher's operators that a graph may name.
#pragma once

#include <string_view>

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/utils/pybind.h>

#include "harness/words/name.h"

namespace assay::replay {

/// "aten.relu.default" -> aten::relu. Refuses operators that open files, and namespaces that were not
/// reviewed, except the case's own (is_custom_operator_of). A graph file is untrusted data. Throws Misfit:
/// "unknown operator", "refused: ..".
c10::OperatorHandle find_operator(Name name, const pybind11::object& model);

/// Whether a graph file of `model` may name `space::op`, even if no such operator exists.
bool is_open_operator(std::string_view space, std::string_view op, const pybind11::object& model);

}  // namespace assay::replay
