// Operators: which of the dispatcher's operators a graph may name.
#pragma once

#include <string_view>

#include <ATen/core/dispatch/Dispatcher.h>
#include <torch/csrc/utils/pybind.h>

#include "harness/words/name.h"

namespace assay::replay {

/// "aten.relu.default" -> aten::relu. A graph file is data: operators that open files are refused, and so are
/// namespaces whose operators nobody has looked through, but for the case's own (is_custom_operator_of).
/// Throws Misfit: "unknown operator", "refused: ..".
c10::OperatorHandle find_operator(Name name, const pybind11::object& model);

/// Whether a graph file of `model` may name `space::op`, be there such an operator or not.
bool is_open_operator(std::string_view space, std::string_view op, const pybind11::object& model);

}  // namespace assay::replay
