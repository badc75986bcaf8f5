// NumpyWrapper: the three classes, and the table of torch._numpy's functions for NumPy's.
#include "capture/walker/numpy_wrapper.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "capture/imported.h"
#include "capture/torch_private.h"

namespace assay {

namespace py = pybind11;

namespace {

constexpr const char* kFunction = "numpy_to_tensor_wrapper";
constexpr const char* kMethod = "numpy_method_wrapper";
constexpr const char* kOperator = "numpy_operator_wrapper";

// "linalg.norm" and torch._numpy's function for numpy.linalg.norm.
using Functions = std::unordered_map<std::string, py::object>;

Functions make_numpy_functions() {
  Functions functions;
  const py::object type = py::module_::import("builtins").attr("type");
  const py::dict modules(torch_private::found(torch_private::kDynamoUtils).attr("NP_TO_TNP_MODULE"));
  for (const auto& [numpy, own] : modules) {
    const std::string prefix = numpy.attr("__name__").cast<std::string>().substr(sizeof "numpy" - 1);
    for (const auto& [key, function] : py::dict(own.attr("__dict__"))) {
      const auto name = key.cast<std::string>();
      const bool has = name[0] != '_' && PyCallable_Check(function.ptr()) != 0 &&
                       !py::isinstance(function, type) &&
                       PyCallable_Check(py::object(py::getattr(numpy, key, py::none())).ptr()) != 0;
      if (has)
        functions.emplace(prefix.empty() ? name : prefix.substr(1) + "." + name,
                          py::reinterpret_borrow<py::object>(function));
    }
  }
  return functions;
}

const Functions& numpy_functions() {
  static const auto* functions =
      new Functions(make_numpy_functions());  // never freed: the interpreter ends with the process
  return *functions;
}

// If a function has several names, its own name, otherwise the first by alphabet.
std::string function_name(py::handle function) {
  const auto own = py::str(py::getattr(function, "__name__", py::str())).cast<std::string>();
  std::string found;
  for (const auto& [name, other] : numpy_functions()) {
    if (!other.is(function)) continue;
    const bool is_own = name.substr(name.rfind('.') + 1) == own;
    if (is_own) return name;
    if (found.empty() || name < found) found = name;
  }
  return found;
}

bool is_method(const std::string& name) {
  static const py::handle array = torch_private::found(torch_private::kNumpyArray);
  const bool is_operator = name.starts_with("__") && name.ends_with("__");
  if (name.empty() || (name[0] == '_' && !is_operator)) return false;
  const py::dict methods(array.attr("__dict__"));
  return methods.contains(name) && PyCallable_Check(py::object(methods[name.c_str()]).ptr()) != 0;
}

py::object wrapper_class(const char* name) {
  return py::getattr(torch_private::found(torch_private::kDynamoUtils), name, py::none());
}

bool is_of(py::handle callable, const char* name) {
  const std::string_view type = Py_TYPE(callable.ptr())->tp_name;
  return type == name && py::type::of(callable).is(wrapper_class(name));
}

}  // namespace

std::optional<std::string> numpy_wrapper_name(py::handle callable) {
  std::string of;
  const char* wrapper = nullptr;
  if (is_of(callable, kFunction)) {
    wrapper = kFunction;
    of = function_name(callable.attr("f"));
  } else if (is_of(callable, kMethod)) {
    wrapper = kMethod;
    of = callable.attr("method").cast<std::string>();
  } else if (is_of(callable, kOperator)) {
    wrapper = kOperator;
    of = callable.attr("op").attr("__name__").cast<std::string>();
  }
  if (of.empty()) return std::nullopt;
  return std::string(torch_private::kNumpyPrefix) + wrapper + "." + of;
}

py::object numpy_wrapper(std::string_view name,
                         const std::function<py::object(std::string_view)>& operator_named) {
  if (!name.starts_with(torch_private::kNumpyPrefix)) return py::none();
  name.remove_prefix(torch_private::kNumpyPrefix.size());
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return py::none();
  const std::string_view wrapper = name.substr(0, dot);
  const std::string of(name.substr(dot + 1));
  if (wrapper == kFunction) {
    const auto found = numpy_functions().find(of);
    return found == numpy_functions().end() ? py::none() : wrapper_class(kFunction)(found->second);
  }
  if (wrapper == kMethod) return is_method(of) ? wrapper_class(kMethod)(of) : py::none();
  if (wrapper != kOperator) return py::none();
  const py::object called = operator_named(of);
  return called.is_none() ? called : wrapper_class(kOperator)(called);
}

bool is_numpy_attribute(std::string_view name) {
  static constexpr std::array<std::string_view, 7> kNames = {"T",     "flat", "imag",  "real",
                                                             "shape", "size", "stride"};
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace assay
