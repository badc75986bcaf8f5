// NumpyWrapper: what Dynamo puts into a graph for a call of NumPy, by name and back.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <torch/csrc/utils/pybind.h>

namespace assay {

/// Dynamo writes NumPy's calls as objects of three classes of torch._dynamo.utils around torch._numpy, which
/// call themselves `wrapped_sum` whichever of them it is. Here it is the class, and what it was made of:
/// "torch._dynamo.utils.numpy_to_tensor_wrapper.linalg.norm", "..numpy_method_wrapper.sum",
/// "..numpy_operator_wrapper.add". Nothing for any other callable, and for a function that NumPy does not
/// have.
std::optional<std::string> numpy_wrapper_name(pybind11::handle callable);

/// The object of that name; None for a name that is none of these. Functions are those that torch._numpy has
/// for NumPy's own, methods those of its arrays, operators those that `operator_named` gives: nothing is
/// imported.
pybind11::object numpy_wrapper(std::string_view name,
                               const std::function<pybind11::object(std::string_view)>& operator_named);

/// Whether `name` is an attribute of an array that torch._dynamo.utils.numpy_attr_wrapper may give.
bool is_numpy_attribute(std::string_view name);

}  // namespace assay
