// Case packages: the top-level packages of the model's classes, and the operators they define.
#pragma once

#include <string>
#include <unordered_set>

#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

/// "mylib" of "mylib.layers".
std::string top_package(const std::string& module);
/// Without `torch`. Empty for None.
std::unordered_set<std::string> packages_of(const pybind11::object& model);

/// Whether the operator "mylib::scale" is the case's own: a module of its packages made it with
/// torch.library.custom_op, or has it as a global, such as `scale = torch.ops.mylib.scale`.
bool is_custom_operator_of(const std::string& operator_name, const pybind11::object& model);

}  // namespace assay::replay
