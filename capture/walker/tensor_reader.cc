// TensorReader: sizes and strides from C++, the device of a fake tensor from Python.
#include "capture/walker/tensor_reader.h"

#include <array>

#include <ATen/ops/zeros.h>
#include <torch/csrc/Dtype.h>
#include <torch/csrc/DynamicTypes.h>
#include <torch/csrc/Layout.h>
#include <torch/csrc/autograd/python_variable.h>

#include "capture/imported.h"
#include "capture/torch_private.h"
#include "harness/error/error.h"

namespace assay {

namespace py = pybind11;

at::Tensor elements_of(const at::Tensor& tensor) {
  if (tensor._is_zerotensor()) return at::zeros(tensor.sizes(), tensor.options().device(at::kCPU));
  return tensor.resolve_conj().resolve_neg().to(at::kCPU).contiguous();
}

DType dtype_of(at::ScalarType type) {
  // By PyTorch's own name, because the enumerators differ between versions. One look-up per type and process.
  static std::array<std::optional<DType>, static_cast<std::size_t>(at::ScalarType::NumOptions)> known;
  std::optional<DType>& slot = known.at(static_cast<std::size_t>(type));
  if (!slot) {
    const std::string name = torch::getTHPDtype(type)->name;
    slot = dtype_from_string(name);
    if (!slot)
      throw HarnessError(
          {.what = "PyTorch has an element type that the graph file does not know", .found = name});
  }
  return *slot;
}

DevicePlace device_place_of(const at::Device& device) {
  return {Name(c10::DeviceTypeName(device.type(), /*lower_case=*/true)),
          device.has_index() ? device.index() : 0};
}

Layout layout_of(at::Layout layout) {
  std::string name = torch::getTHPLayout(layout)->name;  // "torch.strided"
  name = name.substr(name.rfind('.') + 1);
  if (name == "_mkldnn") name = "mkldnn";
  const std::optional<Layout> known = layout_from_string(name);
  if (!known)
    throw HarnessError({.what = "PyTorch has a layout that the graph file does not know", .found = name});
  return *known;
}

MemoryFormat memory_format_of(at::MemoryFormat format) {
  switch (format) {
    case at::MemoryFormat::Contiguous:
      return MemoryFormat::kContiguous;
    case at::MemoryFormat::Preserve:
      return MemoryFormat::kPreserve;
    case at::MemoryFormat::ChannelsLast:
      return MemoryFormat::kChannelsLast;
    case at::MemoryFormat::ChannelsLast3d:
      return MemoryFormat::kChannelsLast3d;
    default:
      throw HarnessError({.what = "PyTorch has a memory format that the graph file does not know"});
  }
}

TensorReader::TensorReader(SymbolTable& symbols) : symbols_(symbols) {
  fake_tensor_type_ = torch_private::found(torch_private::kFakeTensor);
}

bool TensorReader::is_tensor(py::handle value) { return THPVariable_Check(value.ptr()); }

Dim TensorReader::dim(const c10::SymInt& size) {
  if (const auto number = size.maybe_as_int()) return Dim{*number, Name()};
  return symbols_.dim(py::cast(size));
}

DevicePlace TensorReader::device(py::handle tensor) {
  // A device query to a fake tensor's C++ half would dispatch back into Python.
  if (!py::isinstance(tensor, fake_tensor_type_))
    return device_place_of(THPVariable_Unpack(tensor.ptr()).device());
  const py::object place = tensor.attr("fake_device");
  return device_place_of(py::cast<at::Device>(place));
}

TensorMeta TensorReader::meta(py::handle tensor) {
  const at::Tensor& value = THPVariable_Unpack(tensor.ptr());
  TensorMeta meta;
  meta.dtype = dtype_of(value.scalar_type());
  meta.layout = value.layout() == at::kStrided ? Layout::kStrided : layout_of(value.layout());
  meta.device = device(tensor);
  for (const c10::SymInt& size : value.sym_sizes()) meta.shape.push_back(dim(size));
  if (meta.layout == Layout::kStrided) {
    meta.stride.emplace();
    for (const c10::SymInt& step : value.sym_strides()) meta.stride->push_back(dim(step));
  }
  return meta;
}

Output TensorReader::output(py::handle value) {
  if (value.is_none()) return {Null{}};
  if (is_tensor(value)) return {meta(value)};
  if (const std::optional<ScalarMeta> scalar = symbols_.scalar(value)) return {*scalar};
  if (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value)) return {outputs(value)};
  return {Opaque{Name(Py_TYPE(value.ptr())->tp_name)}};
}

std::vector<Output> TensorReader::outputs(py::handle value) {
  if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value)) return {output(value)};
  std::vector<Output> all;
  for (const py::handle item : value) all.push_back(output(item));
  return all;
}

}  // namespace assay
