// Allow-list: the tables.
#include "capture/execute/allow_list.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <torch/csrc/autograd/python_variable.h>

#include "capture/callables/function_rules.h"
#include "capture/execute/arguments.h"
#include "capture/execute/case_packages.h"
#include "capture/execute/operators.h"
#include "capture/imported.h"
#include "capture/torch_private.h"
#include "capture/walker/fx_walker.h"
#include "capture/walker/numpy_wrapper.h"
#include "harness/graph/text.h"
#include "harness/words/literal.h"

namespace assay::replay {

namespace py = pybind11;
using callables::function_rule;
using callables::higher_order_rule;
using callables::is_operator_method;
using callables::method_rule;
using callables::Refusal;

namespace {

using Table = std::unordered_map<std::string, py::object>;
using Names = std::unordered_set<std::string_view>;

// Names that neither torch.overrides nor Dynamo's tables list: Python's own, functions that Dynamo itself
// puts into graphs, and functions under FX's name for them.
struct Fixed {
  std::string_view module;
  std::vector<std::string_view> names;
};

const std::vector<Fixed>& fixed() {
  static const std::vector<Fixed> all = {
      {"torch",
       {"broadcast_shapes", "unique", "is_grad_enabled", "get_default_dtype", "finfo", "iinfo", "device",
        "manual_seed", "Size", "BFloat16Tensor", "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor",
        "FloatTensor", "HalfTensor", "IntTensor", "LongTensor", "ShortTensor"}},
      {"torch.nn.functional", {"threshold", "logsigmoid"}},
      {"operator", {"add",     "sub",     "mul",      "truediv",  "floordiv",  "mod",   "pow",  "matmul",
                    "neg",     "pos",     "invert",   "inv",      "not_",      "and_",  "or_",  "xor",
                    "lshift",  "rshift",  "eq",       "ne",       "lt",        "le",    "gt",   "ge",
                    "getitem", "setitem", "contains", "abs",      "index",     "truth", "is_",  "is_not",
                    "iadd",    "isub",    "imul",     "itruediv", "ifloordiv", "imod",  "ipow", "imatmul",
                    "iand",    "ior",     "ixor",     "ilshift",  "irshift",   "concat"}},
      {"math", {"sqrt"}},
      {"builtins",
       {"len", "int", "float", "bool", "abs", "min", "max", "sum", "round", "slice", "range", "divmod"}}};
  return all;
}

// Tensor attributes that torch.fx records as getattr.
const Names& tensor_attributes() {
  static const Names names = {
      "shape",   "dtype",   "device",    "layout",       "ndim",    "T",         "mT",           "H",
      "mH",      "real",    "imag",      "grad",         "data",    "itemsize",  "nbytes",       "is_cpu",
      "is_cuda", "is_leaf", "is_sparse", "is_quantized", "is_meta", "is_nested", "requires_grad"};
  return names;
}

[[noreturn]] void refuse(const std::string& what) { throw Misfit("refused: " + what); }

[[noreturn]] void refuse(Refusal why) { refuse(std::string(to_string(why))); }

constexpr const char* kNeverRead = "nobody has looked through what it does";

bool is_refused(std::string_view name) {
  return function_rule(name).value_or(Refusal::kNothing) != Refusal::kNothing;
}

void add(Table& table, const py::object& callable) {
  std::string name = qualified_name(callable);
  if (!is_refused(name)) table.emplace(std::move(name), callable);
}

// Functions that torch.overrides lists, and kernels. Never freed: the interpreter ends with the process.
Table make_functions() {
  Table table;
  const py::module_ overrides = py::module_::import("torch.overrides");
  const py::object module_type = py::module_::import("types").attr("ModuleType");
  for (const auto& [space, functions] : py::dict(overrides.attr("get_overridable_functions")())) {
    if (!py::isinstance(space, module_type)) continue;  // of Tensor: methods and properties
    for (const py::handle function : functions) {
      if (PyCallable_Check(function.ptr()) != 0 && py::hasattr(function, "__module__") &&
          py::hasattr(function, "__name__"))
        add(table, py::reinterpret_borrow<py::object>(function));
    }
  }
  const py::object binding = py::module_::import(torch_private::kBinding);
  for (const char* space : torch_private::kKernels) {
    if (!py::hasattr(binding, space)) continue;  // missing in this version
    const py::object functions_of = binding.attr(space);
    for (const py::handle name : functions_of.attr("__dir__")()) {
      const py::object function = functions_of.attr(name);
      if (PyCFunction_Check(function.ptr()) != 0 && !name.cast<std::string>().starts_with("__"))
        add(table, function);
    }
  }
  return table;
}

const Table& known_functions() {
  static const auto* table = new Table(make_functions());
  return *table;
}

py::object known_function(const std::string& name) {
  const auto found = known_functions().find(name);
  return found == known_functions().end() ? py::none() : found->second;
}

bool is_fixed(std::string_view space, std::string_view called) {
  const auto of_module = std::ranges::find(fixed(), space, &Fixed::module);
  if (of_module != fixed().end() && std::ranges::find(of_module->names, called) != of_module->names.end())
    return true;
  const auto same = [&](const torch_private::InGraphs& one) {
    return one.module == space && one.name == called;
  };
  return same(torch_private::kNumpyAttribute) || std::ranges::any_of(torch_private::kInGraphs, same);
}

// Imports only names of the table.
py::object fixed_function(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const bool builtin = dot == std::string_view::npos;
  const std::string_view space = builtin ? "builtins" : name.substr(0, dot);
  const std::string_view called = builtin ? name : name.substr(dot + 1);
  if (!is_fixed(space, called)) return py::none();
  const py::module_ module = py::module_::import(std::string(space).c_str());
  return py::getattr(module, std::string(called).c_str(), py::none());  // None if this version lacks it
}

py::object operator_of_python(std::string_view name) {
  return fixed_function("operator." + std::string(name));
}

// The names in Dynamo's tables of functions that go into graphs unchanged.
std::unordered_set<std::string> make_listed() {
  std::unordered_set<std::string> names;
  const py::handle rules = torch_private::found(torch_private::kTraceRules);
  if (!py::hasattr(rules, "torch_name_rule_map")) return names;
  for (const py::handle table : rules.attr("torch_name_rule_map")) {
    for (const auto& [name, rule] : py::reinterpret_borrow<py::dict>(table)) {
      if (rule.attr("__name__").cast<std::string>() == "TorchInGraphFunctionVariable")
        names.insert(name.cast<std::string>());
    }
  }
  return names;
}

const std::unordered_set<std::string>& listed() {
  static const auto* names = new std::unordered_set<std::string>(make_listed());
  return *names;
}

py::object load_listed(const std::string& name) {
  return torch_private::found(torch_private::kTraceRules).attr("load_object")(name);
}

// Functions whose name in FX differs from Dynamo's tables, by their name in FX.
Table make_renamed() {
  Table table;
  for (const std::string& name : listed()) {
    if (function_rule(name) != Refusal::kNothing) continue;
    const py::object function = load_listed(name);
    if (!function.is_none()) add(table, function);
  }
  return table;
}

py::object listed_function(const std::string& name) {
  const bool possible = name.starts_with("torch.") || name.starts_with("math.") || name.starts_with("cmath.");
  if (!possible) return py::none();
  if (listed().contains(name)) {
    const py::object found = load_listed(name);
    if (function_rule(name) || found.is_none()) return found;
    const py::object known = known_function(qualified_name(found));  // a kernel under another name
    if (known.is_none()) refuse(kNeverRead);
    return known;
  }
  static const Table* renamed = new Table(make_renamed());
  const auto found = renamed->find(name);
  return found == renamed->end() ? py::none() : found->second;
}

py::object wrapped_function(Name name, const py::object& model) {
  const std::unordered_set<std::string> packages = packages_of(model);
  if (packages.empty()) return py::none();
  const py::dict wrapped(
      py::reinterpret_borrow<py::object>(torch_private::found(torch_private::kWrappedFunctions)));
  const py::dict builtins(py::module_::import("builtins").attr("__dict__"));
  for (const auto& [key, globals_of] : wrapped) {
    const auto globals = py::reinterpret_borrow<py::dict>(globals_of);
    const py::object called = py::reinterpret_borrow<py::tuple>(key)[1];
    if (!globals.contains("__name__") || !packages.contains(top_package(py::str(globals["__name__"]))))
      continue;
    if (!globals.contains(called) && !builtins.contains(called)) continue;
    const py::object function = globals.contains(called) ? globals[called] : builtins[called];
    if (qualified_name(function) == name.view()) return function;
  }
  return py::none();
}

// Named tuples of the case's own modules, which FX graphs return.
py::object named_tuple(Name name, const py::object& model) {
  const std::string path = name.str();
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || !packages_of(model).contains(top_package(path))) return py::none();
  const py::dict modules(py::module_::import("sys").attr("modules"));
  const py::str module(path.substr(0, dot));
  if (!modules.contains(module)) return py::none();
  const py::object found = py::getattr(modules[module], path.c_str() + dot + 1, py::none());
  const bool is_tuple = PyType_Check(found.ptr()) != 0 &&
                        PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(found.ptr()), &PyTuple_Type) != 0;
  return is_tuple && py::hasattr(found, "_fields") ? found : py::none();
}

// Methods missing in torch.overrides, some because they report another name (`__abs__`: "abs").
std::unordered_set<std::string> make_methods() {
  std::unordered_set<std::string> names = {
      "__abs__",      "__ipow__",  "__itruediv__",      "__neg__",       "__pos__",         "__pow__",
      "__rtruediv__", "new_empty", "new_empty_strided", "new_full",      "new_ones",        "new_tensor",
      "new_zeros",    "stride",    "unflatten",         "to_sparse_coo", "to_padded_tensor"};
  const py::object tensor_type = py::module_::import("torch").attr("Tensor");
  const py::dict all(py::module_::import("torch.overrides").attr("get_overridable_functions")());
  for (const py::handle method : all[tensor_type]) {
    if (!py::hasattr(method, "__name__")) continue;
    const auto name = method.attr("__name__").cast<std::string>();
    const bool open = name[0] != '_' || is_operator_method(name);
    if (open && method_rule(name) == Refusal::kNothing) names.insert(name);
  }
  return names;
}

const std::unordered_set<std::string>& known_methods() {
  static const auto* names = new std::unordered_set<std::string>(make_methods());
  return *names;
}

bool is_words(std::string_view text) {
  if (text.empty() || text[0] == '_' || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// The model must have the module settings of the file. Additional settings of a newer class are ignored.
void require_config(const Dict& expected, const Dict& found, const std::string& path) {
  for (const auto& [key, value] : expected.items) {
    const auto same_key = [&key = key](const auto& item) { return item.first == key; };
    const auto other = std::ranges::find_if(found.items, same_key);
    const std::string name =
        path +
        (std::holds_alternative<std::string>(key.data) ? std::get<std::string>(key.data) : print_value(key));
    if (other == found.items.end())
      throw Misfit("expected hyper-parameter " + name + ", found none in the model");
    const auto *left = std::get_if<Dict>(&value.data), *right = std::get_if<Dict>(&other->second.data);
    if (left != nullptr && right != nullptr) {
      require_config(*left, *right, name + ".");
    } else if (!(value == other->second)) {
      throw Misfit("expected hyper-parameter " + name + " = " + print_value(value) + ", found " +
                   print_value(other->second) + " in the model");
    }
  }
}

}  // namespace

namespace {

// torch.ops.aten.relu, an overload packet, or torch.ops.aten.relu.default
py::object open_operator(const std::string& name, const py::object& model) {
  constexpr std::string_view kPrefix = "torch.ops.";
  if (!name.starts_with(kPrefix)) return py::none();
  std::vector<std::string> parts;
  for (std::size_t begin = kPrefix.size(); begin <= name.size();) {
    const std::size_t dot = std::min(name.find('.', begin), name.size());
    parts.push_back(name.substr(begin, dot - begin));
    begin = dot + 1;
  }
  if (parts.size() < 2 || parts.size() > 3 || !is_open_operator(parts[0], parts[1], model)) return py::none();
  py::object found = py::module_::import("torch").attr("ops").attr(parts[0].c_str());
  if (!py::hasattr(found, parts[1].c_str())) return py::none();
  found = found.attr(parts[1].c_str());
  static const py::handle packet_type = torch_private::found(torch_private::kOpOverloadPacket);
  if (!py::isinstance(found, packet_type)) return py::none();  // an attribute of the namespace itself
  if (parts.size() == 2) return found;
  if (!found.attr("overloads")().contains(parts[2])) return py::none();
  return found.attr(parts[2].c_str());
}

}  // namespace

void make_allow_list() {
  known_functions();
  known_methods();
}

py::object allowed_operator(Name name, const py::object& model) {
  find_operator(name, model);
  py::object found = py::module_::import("torch").attr("ops");
  const std::string& text = name.str();
  for (std::size_t begin = 0, dot = 0; begin <= text.size(); begin = dot + 1) {
    dot = std::min(text.find('.', begin), text.size());
    found = found.attr(text.substr(begin, dot - begin).c_str());
  }
  return found;
}

py::object allowed_function(Name name, const py::object& model) {
  if (const auto rule = function_rule(name.view()); rule && *rule != Refusal::kNothing) refuse(*rule);
  const std::string& text = name.str();
  if (py::object found = known_function(text); !found.is_none()) return found;
  if (py::object found = fixed_function(text); !found.is_none()) return found;
  if (py::object found = numpy_wrapper(text, operator_of_python); !found.is_none()) return found;
  if (py::object found = open_operator(text, model); !found.is_none()) return found;
  if (py::object found = wrapped_function(name, model); !found.is_none()) return found;
  if (py::object found = named_tuple(name, model); !found.is_none()) return found;
  if (py::object found = listed_function(text); !found.is_none()) return found;
  refuse("not on the list of functions that a graph file may name");
}

py::object allowed_method(Name name) {
  if (const Refusal why = method_rule(name.view()); why != Refusal::kNothing) refuse(why);
  if (!known_methods().contains(name.str()))
    refuse("not on the list of tensor methods that a graph file may name");
  return py::module_::import("torch").attr("Tensor").attr(name.str().c_str());
}

void require_plain_method(py::handle value, Name name) {
  static const py::handle size_type = imported("torch", "Size");
  const std::string_view called = name.view();
  if (PyDict_Check(value.ptr()) &&
      (called == "keys" || called == "values" || called == "items" || called == "get"))
    return;
  if (py::isinstance(value, size_type) && (called == "numel" || called == "index" || called == "count"))
    return;
  refuse("no method of " + std::string(Py_TYPE(value.ptr())->tp_name) + " that a graph file may name");
}

py::object allowed_attribute(py::handle object, py::handle name) {
  if (!PyUnicode_Check(name.ptr())) refuse("an attribute's name is a string");
  const auto text = name.cast<std::string>();
  const bool known = THPVariable_Check(object.ptr())
                         ? tensor_attributes().contains(text)
                         : is_words(text) && PyTuple_Check(object.ptr()) && py::hasattr(object, "_fields") &&
                               object.attr("_fields").contains(name);
  static const py::handle device_type = imported("torch", "device");
  const bool of_device = py::isinstance(object, device_type) && (text == "type" || text == "index");
  // numbers such as torch.finfo(..).min
  const bool of_limits = std::string_view(Py_TYPE(object.ptr())->tp_name) == "torch.finfo" ||
                         std::string_view(Py_TYPE(object.ptr())->tp_name) == "torch.iinfo";
  // a dictionary with its items as attributes, such as the outputs of transformers
  if (PyDict_Check(object.ptr()) && py::reinterpret_borrow<py::dict>(object).contains(name))
    return py::reinterpret_borrow<py::dict>(object)[name];
  if (!known && !of_device && !(of_limits && is_words(text)))
    refuse("attribute " + excerpt(text) + " of " + Py_TYPE(object.ptr())->tp_name);
  return object.attr(text.c_str());
}

py::object allowed_module(const Node& node, const py::object& model) {
  if (model.is_none()) throw Misfit("expected a model to look it up in, found none");
  py::object module = model;
  const std::string& path = node.target.name.str();
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t dot = std::min(path.find('.', begin), path.size());
    const py::str step(path.substr(begin, dot - begin));
    const py::dict children(module.attr(torch_private::kModules));
    if (!children.contains(step) || py::object(children[step]).is_none())
      throw Misfit("refused: the model has no such sub-module");
    module = children[step];
    begin = dot + 1;
  }
  const py::dict described(py::module_::import("assay_python.walker.modules").attr("describe")(module));
  const auto found = described["class"].cast<std::string>();
  if (!node.module || node.module->class_name.view() != found)
    throw Misfit("expected class " + (node.module ? node.module->class_name.str() : "none") + ", found " +
                 found + " in the model");
  SymbolTable symbols;
  ValueReader values(symbols, {});
  require_config(node.module->config, read_config(described["config"], values), "");
  return module;
}

py::object allowed_higher_order(Name name) {
  constexpr std::string_view kPrefix = "higher_order.";
  const std::string_view called = name.view().substr(std::min(kPrefix.size(), name.view().size()));
  const auto rule = higher_order_rule(called);
  if (rule && *rule != Refusal::kNothing) refuse(*rule);
  const py::dict known(
      py::reinterpret_borrow<py::object>(torch_private::found(torch_private::kHigherOrderOps)));
  if (called == "register_hook" && !known.contains("register_hook"))  // known once its module is imported
    torch_private::found(torch_private::kRegisterHook);
  const py::str key{std::string(called)};
  if (!rule) refuse(known.contains(key) ? kNeverRead : "no higher-order operator that a graph file may name");
  if (!known.contains(key)) throw Misfit("unknown operator");
  return known[key];
}

}  // namespace assay::replay
