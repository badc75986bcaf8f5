// Case packages: the top-level packages that the model's classes come from, and what is theirs.
#pragma once

#include <string>
#include <unordered_set>

#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

/// "mylib" of "mylib.layers".
std::string top_package(const std::string& module);
/// Without `torch`; none of None.
std::unordered_set<std::string> packages_of(const pybind11::object& model);

/// Whether the operator "mylib::scale" is the case's own: one of its modules made it by
/// torch.library.custom_op, or holds it, as in `scale = torch.ops.mylib.scale`.
bool is_custom_operator_of(const std::string& operator_name, const pybind11::object& model);

}  // namespace assay::replay
