// NumpyWrapper: names of the objects that Dynamo puts into a graph for NumPy calls, and back.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <torch/csrc/utils/pybind.h>

namespace assay {

/// Dynamo represents NumPy calls by objects of three classes of torch._dynamo.utils around torch._numpy. All
/// three call themselves `wrapped_sum` or similar. The name here is the class and its content:
/// "torch._dynamo.utils.numpy_to_tensor_wrapper.linalg.norm", "..numpy_method_wrapper.sum",
/// "..numpy_operator_wrapper.add". Nothing for any other callable, or a function that NumPy lacks.
std::optional<std::string> numpy_wrapper_name(pybind11::handle callable);

/// The object of that name; None for any other name. Functions are those of torch._numpy for NumPy's own,
/// methods those of its arrays, operators those that `operator_named` returns. Imports nothing.
pybind11::object numpy_wrapper(std::string_view name,
                               const std::function<pybind11::object(std::string_view)>& operator_named);

/// Whether torch._dynamo.utils.numpy_attr_wrapper may return the attribute `name` of an array.
bool is_numpy_attribute(std::string_view name);

}  // namespace assay
