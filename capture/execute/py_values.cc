// Values between Python and the dispatcher, by kind.
#include "capture/execute/py_values.h"

#include <ATen/core/jit_type.h>
#include <torch/csrc/Device.h>
#include <torch/csrc/Generator.h>
#include <torch/csrc/autograd/python_variable.h>

#include "capture/imported.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

// PyTorch's own holder is not usable outside its libraries. Operators only carry the object and never look
// into it.
struct Carried final : c10::ivalue::PyObjectHolder {
  explicit Carried(py::object object_in) : object(std::move(object_in)) {}
  PyObject* getPyObject() override { return object.ptr(); }
  c10::InferredType tryToInferType() override { return {"a Python object"}; }
  c10::IValue toIValue(const c10::TypePtr&, std::optional<std::int32_t>) override { return {}; }
  std::string toStr() override { return Py_TYPE(object.ptr())->tp_name; }
  std::vector<at::Tensor> extractTensors() override { return {}; }
  py::object object;
};

bool is_sym_int(py::handle value) {
  static const py::handle type = imported("torch", "SymInt");
  return py::isinstance(value, type);
}

py::object sequence(c10::ArrayRef<c10::IValue> items) {
  py::list list;
  for (const c10::IValue& item : items) list.append(to_python(item));
  return list;
}

}  // namespace

c10::IValue from_python(py::handle value) {
  PyObject* object = value.ptr();
  if (object == Py_None) return {};
  if (THPVariable_Check(object)) return THPVariable_Unpack(object);
  if (PyBool_Check(object)) return object == Py_True;
  if (PyLong_CheckExact(object)) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow == 0) return static_cast<std::int64_t>(number);
  }
  if (PyFloat_CheckExact(object)) return PyFloat_AS_DOUBLE(object);
  if (PyComplex_CheckExact(object))
    return c10::complex<double>(PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object));
  if (PyUnicode_CheckExact(object)) return value.cast<std::string>();
  if (THPGenerator_Check(object)) return reinterpret_cast<THPGenerator*>(object)->cdata;
  if (is_sym_int(value)) return value.cast<c10::SymInt>();
  return c10::intrusive_ptr<c10::ivalue::PyObjectHolder>(
      c10::make_intrusive<Carried>(py::reinterpret_borrow<py::object>(value)));
}

py::object to_python(const c10::IValue& value) {
  if (value.isNone()) return py::none();
  if (value.isTensor()) {
    if (!value.toTensor().defined()) return py::none();
    return py::reinterpret_steal<py::object>(THPVariable_Wrap(value.toTensor()));
  }
  if (value.isBool()) return py::bool_(value.toBool());
  if (value.isInt()) return py::int_(value.toInt());
  if (value.isDouble()) return py::float_(value.toDouble());
  if (value.isSymInt()) return py::cast(value.toSymInt());
  if (value.isString()) return py::str(value.toStringRef());
  if (value.isList()) return sequence(value.toListRef());
  if (value.isTuple()) return py::tuple(sequence(value.toTupleRef().elements().asArrayRef()));
  if (value.isPyObject()) return py::reinterpret_borrow<py::object>(value.toPyObject());
  if (value.isComplexDouble()) return py::cast(static_cast<std::complex<double>>(value.toComplexDouble()));
  if (value.isDevice()) return py::reinterpret_steal<py::object>(THPDevice_New(value.toDevice()));
  if (value.isGenerator()) return py::cast(value.toGenerator());
  throw py::type_error("a value of kind " + value.tagKind() + " has no Python form");
}

}  // namespace assay::replay
