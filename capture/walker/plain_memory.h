// PlainMemory: whether a tensor's elements can be read from its own memory.
#pragma once

#include <string>
#include <string_view>

#include <torch/csrc/utils/pybind.h>

namespace assay {

/// False for a tensor subclass that wraps other tensors (TwoTensor, DTensor, jagged nested tensors, quantised
/// weights), because its memory is a null pointer. True for all others. Fake tensors, meta tensors and
/// layouts without strides have their own readers. Runs no operator.
bool has_plain_memory(const at::Tensor& tensor);

/// Raises Unsupported for a tensor without plain memory: "a tensor subclass TwoTensor as parameter 'weight':
/// not supported yet". `role`: a role of the graph file, or another noun.
void require_plain_memory(const at::Tensor& tensor, std::string_view role, const std::string& name);
/// The same. Accepts values that are not tensors.
void require_plain_memory(pybind11::handle value, std::string_view role, const std::string& name);

/// For states, inputs and results, whose elements are read. Also raises for a tensor with freed memory: "a
/// tensor without memory as parameter 'weight': not supported yet".
void require_values(const at::Tensor& tensor, std::string_view role, const std::string& name);
void require_values(pybind11::handle value, std::string_view role, const std::string& name);

}  // namespace assay
