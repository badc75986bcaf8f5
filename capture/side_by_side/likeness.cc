// Likeness: tensors by memory, Python values through containers and attributes.
#include "capture/side_by_side/likeness.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/python_variable.h>

#include "capture/execute/cannot_replay.h"
#include "capture/imported.h"
#include "capture/torch_private.h"
#include "capture/walker/plain_memory.h"
#include "capture/walker/tensor_reader.h"

namespace assay::replay {

namespace py = pybind11;

bool same_number(double left, double right) {
  if (std::isnan(left) || std::isnan(right)) return std::isnan(left) && std::isnan(right);
  return left == right && std::signbit(left) == std::signbit(right);
}

at::Tensor plain_elements(const at::Tensor& tensor) {
  const at::NoGradGuard no_grad;
  if (tensor.is_nested()) throw CannotReplay("nested tensors cannot be compared");
  at::Tensor value = tensor.detach();
  if (value.is_quantized()) value = value.dequantize();
  if (value.layout() != at::kStrided) value = value.to_dense();
  return elements_of(value);
}

at::Tensor as_doubles(const at::Tensor& tensor) {
  const at::Tensor elements = plain_elements(tensor);
  const at::NoGradGuard no_grad;
  if (!elements.is_complex()) return elements.to(at::kDouble).contiguous();
  return at::view_as_real(elements.to(at::kComplexDouble)).contiguous();
}

namespace {

// Requires equal element type and shape.
bool same_elements(const at::Tensor& left, const at::Tensor& right) {
  const at::Tensor one = plain_elements(left), two = plain_elements(right);
  if (one.nbytes() == 0 || std::memcmp(one.const_data_ptr(), two.const_data_ptr(), one.nbytes()) == 0)
    return true;
  if (!one.is_floating_point() && !one.is_complex()) return false;
  const at::Tensor numbers = as_doubles(one), others = as_doubles(two);
  const auto* first = numbers.const_data_ptr<double>();
  return std::equal(first, first + numbers.numel(), others.const_data_ptr<double>(), same_number);
}

}  // namespace

bool same_bits(const at::Tensor& eager, const at::Tensor& replay) {
  if (!eager.defined() || !replay.defined()) return eager.defined() == replay.defined();
  require_values(eager, "value of", "eager");
  require_values(replay, "value of", "the replay");
  if (eager.scalar_type() != replay.scalar_type() || eager.sizes() != replay.sizes() ||
      eager.device().type() != replay.device().type())
    return false;
  if (eager.is_meta()) return true;
  return eager.is_quantized() == replay.is_quantized() && eager.layout() == replay.layout() &&
         same_elements(eager, replay);
}

namespace {

bool is_fake(py::handle value) {
  static const py::handle fake_type = torch_private::found(torch_private::kFakeTensor);
  return py::isinstance(value, fake_type);
}

bool same_tensor(py::handle first, py::handle second) {
  const at::Tensor& left = THPVariable_Unpack(first.ptr());
  const at::Tensor& right = THPVariable_Unpack(second.ptr());
  if (is_fake(first) || is_fake(second))
    return left.sym_sizes() == right.sym_sizes() && left.scalar_type() == right.scalar_type();
  return left.layout() == right.layout() && same_bits(left, right);
}

// A pair of objects is entered once, which ends cycles.
class Likeness {
 public:
  bool alike(py::handle first, py::handle second) {
    if (first.is(second)) return true;
    const bool tensor = TensorReader::is_tensor(first);
    if (tensor != TensorReader::is_tensor(second)) return false;
    if (tensor) return same_tensor(first, second);
    if (PyFloat_Check(first.ptr()) && PyFloat_Check(second.ptr()))
      return same_number(PyFloat_AsDouble(first.ptr()), PyFloat_AsDouble(second.ptr()));
    const bool one_type = py::type::of(first).is(py::type::of(second));
    if (!one_type || !is_entered(first)) return first.equal(second);
    if (met_.size() >= kMost || depth_ >= kDeepest || !met_.emplace(first.ptr(), second.ptr()).second)
      return true;
    ++depth_;
    const bool found = alike_inside(first, second);
    --depth_;
    return found;
  }

 private:
  // Beyond these limits only types count. Larger values are a program's whole state rather than a result.
  static constexpr std::size_t kMost = 100'000;
  static constexpr int kDeepest = 200;

  // Dataclasses are entered, because their own `==` would ask a tensor for a truth value. Instances of opaque
  // C types, such as element types, equal only themselves.
  static bool is_entered(py::handle value) {
    static const py::handle is_dataclass = imported("dataclasses", "is_dataclass");
    if (PyType_Check(value.ptr()) != 0) return false;
    if (PyDict_Check(value.ptr()) != 0 || PyList_Check(value.ptr()) != 0 || PyTuple_Check(value.ptr()) != 0)
      return true;
    if (PyMethod_Check(value.ptr())) return true;
    const py::handle plain(reinterpret_cast<PyObject*>(&PyBaseObject_Type));
    const bool of_python = PyType_HasFeature(Py_TYPE(value.ptr()), Py_TPFLAGS_HEAPTYPE) != 0;
    if (!of_python && !py::type::of(value).is(plain) && !py::hasattr(value, "__dict__")) return false;
    return py::cast<bool>(is_dataclass(value)) || py::type::of(value).attr("__eq__").is(plain.attr("__eq__"));
  }

  bool alike_inside(py::handle first, py::handle second) {
    if (PyDict_Check(first.ptr()) != 0) return alike_dicts(first, second);
    if (PyList_Check(first.ptr()) != 0 || PyTuple_Check(first.ptr()) != 0) return alike_items(first, second);
    if (PyMethod_Check(first.ptr()))
      return alike(PyMethod_Function(first.ptr()), PyMethod_Function(second.ptr())) &&
             alike(PyMethod_Self(first.ptr()), PyMethod_Self(second.ptr()));
    return alike_dicts(state_of(first), state_of(second));
  }

  bool alike_items(py::handle first, py::handle second) {
    const py::list left(py::reinterpret_borrow<py::object>(first)),
        right(py::reinterpret_borrow<py::object>(second));
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!alike(py::object(left[i]), py::object(right[i]))) return false;
    }
    return true;
  }

  // In order, because the order of a dictionary is part of a result.
  bool alike_dicts(py::handle first, py::handle second) {
    const auto left = py::reinterpret_borrow<py::dict>(first),
               right = py::reinterpret_borrow<py::dict>(second);
    if (left.size() != right.size()) return false;
    auto other = right.begin();
    for (const auto& [key, value] : left) {
      if (!alike(key, other->first) || !alike(value, other->second)) return false;
      ++other;
    }
    return true;
  }

  // The attributes of an object, from its dictionary and slots.
  static py::dict state_of(py::handle object) {
    static const py::handle slot_names = imported("copyreg", "_slotnames");
    py::dict state;
    if (py::hasattr(object, "__dict__")) state.attr("update")(object.attr("__dict__"));
    for (const py::handle name : py::list(slot_names(py::type::of(object)))) {
      if (py::hasattr(object, name)) state[name] = object.attr(name);
    }
    return state;
  }

  std::set<std::pair<PyObject*, PyObject*>> met_;
  int depth_ = 0;
};

}  // namespace

bool alike(py::handle first, py::handle second) { return Likeness().alike(first, second); }

bool same(py::handle first, py::handle second) {
  static const py::handle leaves_of = torch_private::found(torch_private::kTreeLeaves);
  const py::list left(leaves_of(first)), right(leaves_of(second));
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (!alike(py::object(left[i]), py::object(right[i]))) return false;
  }
  return true;
}

}  // namespace assay::replay
