// Values between Python and the dispatcher: one branch per kind.
#include "capture/replay/py_values.h"

#include <torch/csrc/Device.h>
#include <torch/csrc/Generator.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/jit/python/python_ivalue.h>

namespace assay::replay {

namespace {

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
  if (torch::is_symint(value)) return value.cast<c10::SymInt>();
  return c10::ivalue::ConcretePyObjectHolder::create(value);
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
  return torch::jit::toPyObject(value);
}

}  // namespace assay::replay
