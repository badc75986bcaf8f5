// TensorReader: the graph-file metadata of a live tensor, real or fake.
#pragma once

#include <torch/csrc/utils/pybind.h>

#include "capture/walker/symbol_table.h"
#include "harness/graph/tensor_meta.h"

namespace assay {

/// Reads sizes and strides through the C++ tensor and never runs an operator. Symbolic sizes go through the
/// symbol table, so the reading order of tensors decides the symbols' names. For elements use read_constant
/// (graph_builder.h).
class TensorReader {
 public:
  explicit TensorReader(SymbolTable& symbols);

  static bool is_tensor(pybind11::handle value);
  TensorMeta meta(pybind11::handle tensor);
  /// Tensor, number, nested list or tuple, or None. Other values become Opaque with the type's name.
  Output output(pybind11::handle value);
  /// The outputs of an operator that returned `value`: one per element of a top-level tuple or list,
  /// otherwise a single output.
  std::vector<Output> outputs(pybind11::handle value);
  Dim dim(const c10::SymInt& size);

 private:
  DevicePlace device(pybind11::handle tensor);

  SymbolTable& symbols_;
  pybind11::handle fake_tensor_type_;
};

/// The elements of a strided tensor, contiguous on the CPU, with conjugate and negative bits applied. Zeros
/// for a tensor without memory (autograd creates these: torch._efficientzerotensor). Runs operators.
at::Tensor elements_of(const at::Tensor& tensor);

DType dtype_of(at::ScalarType type);
DevicePlace device_place_of(const at::Device& device);
Layout layout_of(at::Layout layout);
MemoryFormat memory_format_of(at::MemoryFormat format);

}  // namespace assay
