// ValueReader: by alternative of Value, frequent alternatives first.
#include "capture/walker/value_reader.h"

#include <torch/csrc/Device.h>
#include <torch/csrc/Dtype.h>
#include <torch/csrc/Layout.h>
#include <torch/csrc/MemoryFormat.h>

#include "capture/imported.h"
#include "capture/torch_private.h"
#include "capture/walker/numpy_wrapper.h"
#include "capture/walker/tensor_reader.h"
#include "harness/error/error.h"

namespace assay {

namespace py = pybind11;

namespace {

Value read_int(py::handle value) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow == 0) return static_cast<std::int64_t>(number);
  return BigInt{py::str(value).cast<std::string>()};
}

Value read_slice(py::handle value, const std::function<Value(py::handle)>& read) {
  return Slice{{read(value.attr("start")), read(value.attr("stop")), read(value.attr("step"))}};
}

}  // namespace

std::string qualified_name(py::handle callable) {
  static const py::handle name_of = torch_private::found(torch_private::kQualifiedName);
  if (std::optional<std::string> of_numpy = numpy_wrapper_name(callable)) return *std::move(of_numpy);
  try {
    std::string name = name_of(callable).cast<std::string>();
    // CPython's C accelerator modules are an implementation detail: operator.add is in _operator.
    if (name.rfind("_operator.", 0) == 0) name.erase(0, 1);
    return name;
  } catch (py::error_already_set&) {  // a callable object without its own name
    return Py_TYPE(callable.ptr())->tp_name;
  }
}

ValueReader::ValueReader(SymbolTable& symbols, References references)
    : symbols_(symbols), references_(std::move(references)) {
  fx_node_type_ = imported("torch.fx", "Node");
  generator_type_ = imported("torch", "Generator");
  op_overload_type_ = torch_private::found(torch_private::kOperatorBase);
}

ValueList ValueReader::read_items(py::handle sequence, int depth) {
  ValueList items;
  for (const py::handle item : sequence) items.push_back(read(item, depth + 1));
  return items;
}

Value ValueReader::read(py::handle value, int depth) {
  if (depth > kMaxValueDepth)
    throw HarnessError({.what = "an argument is nested too deeply to be written",
                        .expected = "at most " + std::to_string(kMaxValueDepth) + " levels"});
  PyObject* object = value.ptr();
  if (object == Py_None) return Null{};
  if (PyBool_Check(object)) return object == Py_True;
  if (PyLong_Check(object)) return read_int(value);
  if (PyFloat_Check(object)) return PyFloat_AS_DOUBLE(object);
  if (PyUnicode_Check(object)) return value.cast<std::string>();
  if (PyList_Check(object)) return List{read_items(value, depth)};
  if (PyTuple_Check(object)) return Tuple{read_items(value, depth)};
  if (PyDict_Check(object)) {
    Dict dict;
    for (const auto& [key, item] : py::reinterpret_borrow<py::dict>(value))
      dict.items.emplace_back(read(key, depth + 1), read(item, depth + 1));
    return dict;
  }
  if (py::isinstance(value, fx_node_type_) && references_.node) return references_.node(value);
  if (TensorReader::is_tensor(value) && references_.tensor) return references_.tensor(value);
  if (SymbolTable::is_symbolic(value)) {
    const std::optional<ScalarMeta> scalar = symbols_.scalar(value);
    return SymExpr{scalar->expr};
  }
  if (PyComplex_Check(object)) return Complex{PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)};
  if (PySlice_Check(object)) return read_slice(value, [&](py::handle part) { return read(part, depth + 1); });
  if (object == Py_Ellipsis) return Ellipsis{};
  return read_torch(value);
}

Value ValueReader::read_torch(py::handle value) {
  PyObject* object = value.ptr();
  if (THPDtype_Check(object)) return dtype_of(reinterpret_cast<THPDtype*>(object)->scalar_type);
  if (THPDevice_Check(object)) return device_place_of(reinterpret_cast<THPDevice*>(object)->device);
  if (THPLayout_Check(object)) return layout_of(reinterpret_cast<THPLayout*>(object)->layout);
  if (THPMemoryFormat_Check(object))
    return memory_format_of(reinterpret_cast<THPMemoryFormat*>(object)->memory_format);
  if (py::isinstance(value, generator_type_) && references_.generator) return references_.generator(value);
  if (py::isinstance(value, op_overload_type_)) return PyName{Name(py::str(value).cast<std::string>())};
  if (PyFunction_Check(object) || PyCFunction_Check(object) || PyType_Check(object))
    return PyName{Name(qualified_name(value))};
  return Opaque{Name(Py_TYPE(object)->tp_name)};
}

}  // namespace assay
