// PlainMemory: whether a tensor's elements can be read where it says that they are.
#pragma once

#include <string>
#include <string_view>

#include <torch/csrc/utils/pybind.h>

namespace assay {

/// False for a tensor subclass that wraps other tensors (TwoTensor, DTensor, jagged nested tensors, quantised
/// weights): its memory is a null pointer. True for all others: fake and meta tensors, and layouts without
/// strides, have readers of their own. Runs no operator.
bool has_plain_memory(const at::Tensor& tensor);

/// Raises Unsupported for a tensor without: "a tensor subclass TwoTensor as parameter 'weight': not supported
/// yet". `role`: that of an input or a result as the graph file has it, or another noun.
void require_plain_memory(const at::Tensor& tensor, std::string_view role, const std::string& name);
/// The same; what is no tensor passes.
void require_plain_memory(pybind11::handle value, std::string_view role, const std::string& name);

/// For states, inputs and results, whose elements are read. Raises also for a tensor whose memory was given
/// back: "a tensor without memory as parameter 'weight': not supported yet".
void require_values(const at::Tensor& tensor, std::string_view role, const std::string& name);
void require_values(pybind11::handle value, std::string_view role, const std::string& name);

}  // namespace assay
