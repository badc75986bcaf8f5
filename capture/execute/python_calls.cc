// PythonCall: arguments in Python's form.
#include "capture/execute/python_calls.h"

#include <torch/csrc/Device.h>
#include <torch/csrc/DynamicTypes.h>
#include <torch/csrc/Layout.h>
#include <torch/csrc/MemoryFormat.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/tensor_memoryformats.h>

#include "capture/execute/allow_list.h"
#include "capture/execute/py_values.h"
#include "capture/torch_private.h"
#include "capture/walker/numpy_wrapper.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

constexpr std::string_view kState = "self.";

enum class Kind { kPositional, kKeywordOnly, kRest, kKeywords, kUnknown };
using Kinds = std::vector<std::pair<std::string, Kind>>;

// Parameters from Python's signature; empty for most built-in functions.
Kinds signature_of(const py::object& callable) {
  Kinds kinds;
  try {
    const py::module_ inspect = py::module_::import("inspect");
    for (const py::handle parameter :
         inspect.attr("signature")(callable).attr("parameters").attr("values")()) {
      const auto name = parameter.attr("name").cast<std::string>();
      const auto kind = py::str(parameter.attr("kind").attr("name")).cast<std::string>();
      kinds.emplace_back(name, kind == "VAR_POSITIONAL" ? Kind::kRest
                               : kind == "VAR_KEYWORD"  ? Kind::kKeywords
                               : kind == "KEYWORD_ONLY" ? Kind::kKeywordOnly
                                                        : Kind::kPositional);
    }
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError)) throw;
    kinds.clear();
  }
  return kinds;
}

// The overload of aten::NAME whose arguments have the node's names. PyTorch's Python calls the first argument
// `input`.
Kinds schema_of(const std::string& name, const std::vector<Argument>& args) {
  const py::object schemas = torch_private::found(torch_private::kSchemasForOperator)("aten::" + name);
  for (const py::handle schema : schemas) {
    Kinds kinds;
    for (const py::handle argument : schema.attr("arguments")) {
      auto own = argument.attr("name").cast<std::string>();
      // The schema takes it by position (aten::to.device), Python by keyword only.
      const bool by_keyword = own == "memory_format" || argument.attr("kwarg_only").cast<bool>();
      kinds.emplace_back(own == "self" ? "input" : own, by_keyword ? Kind::kKeywordOnly : Kind::kPositional);
    }
    const auto same = [](const auto& left, const Argument& right) { return left.first == right.name.view(); };
    if (std::equal(kinds.begin(), kinds.end(), args.begin(), args.end(), same)) return kinds;
  }
  return {};
}

Kind kind_in(const Kinds& kinds, Name name) {
  for (const auto& [own, kind] : kinds) {
    if (own == name.view()) return kind;
  }
  return Kind::kUnknown;
}

bool is_position(Name name) {
  return !name.empty() && name.view().find_first_not_of("0123456789") == std::string_view::npos;
}

std::string last_part(const std::string& name) { return name.substr(name.rfind('.') + 1); }

py::object constant_of_torch(const Value& value, Devices devices) {
  if (const auto* dtype = std::get_if<DType>(&value.data))
    return py::reinterpret_borrow<py::object>(
        reinterpret_cast<PyObject*>(torch::getTHPDtype(scalar_type_of(*dtype))));
  if (const auto* layout = std::get_if<Layout>(&value.data))
    return py::reinterpret_borrow<py::object>(
        reinterpret_cast<PyObject*>(torch::getTHPLayout(layout_of(*layout))));
  if (const auto* format = std::get_if<MemoryFormat>(&value.data))
    return py::reinterpret_borrow<py::object>(torch::utils::getTHPMemoryFormat(memory_format_of(*format)));
  if (const auto* place = std::get_if<DevicePlace>(&value.data))
    return py::reinterpret_steal<py::object>(THPDevice_New(device_of(*place, devices)));
  throw Misfit("a value that has no form in Python");
}

}  // namespace

PythonCall::PythonCall(const Node& node, const py::object& model, Devices devices)
    : kind_(node.target.kind),
      name_(node.target.name),
      devices_(devices),
      model_(model),
      outputs_(node.outputs.size()) {
  switch (kind_) {
    case TargetKind::kFunction:
      attribute_ = name_.view() == "getattr";
      if (!attribute_) callable_ = allowed_function(name_, model);
      break;
    case TargetKind::kMethod:
      if (devices_ == Devices::kCpu && name_.view() == "cuda") name_ = Name("cpu");
      callable_ = allowed_method(name_);
      break;
    case TargetKind::kModule:
      callable_ = allowed_module(node, model);
      break;
    case TargetKind::kOperator:
      callable_ = allowed_higher_order(name_);
      break;
  }
  plan(node);
}

void PythonCall::plan(const Node& node) {
  Kinds kinds;
  std::vector<const Argument*> arguments;
  for (const Argument& argument : node.args) {
    if (kind_ != TargetKind::kModule || !argument.name.view().starts_with(kState)) {
      arguments.push_back(&argument);
      continue;
    }
    const std::string path(argument.name.view().substr(kState.size()));
    py::object owner = callable_;
    for (std::size_t begin = 0, dot = path.find('.'); dot != std::string::npos;
         begin = dot + 1, dot = path.find('.', begin))
      owner = py::dict(owner.attr(torch_private::kModules))[py::str(path.substr(begin, dot - begin))];
    const py::str key(last_part(path));
    const bool parameter = py::dict(owner.attr(torch_private::kParameters)).contains(key);
    states_.push_back({owner.attr(parameter ? torch_private::kParameters : torch_private::kBuffers), key,
                       py::str(path), &argument.value});
    if (!states_.back().owner.contains(key)) throw Misfit("the module has no state " + path);
  }
  if (node.bound && !attribute_) {
    kinds = signature_of(kind_ == TargetKind::kModule ? callable_.attr("forward") : callable_);
    if (kinds.empty()) kinds = schema_of(last_part(name_.str()), node.args);
  }
  bool gap = false;  // after an omitted or keyword argument, the rest goes by keyword
  for (const Argument* argument : arguments) {
    if (argument->defaulted) {
      gap = true;
      continue;
    }
    const Kind kind = kind_in(kinds, argument->name);
    const bool first_of_method = kind_ == TargetKind::kMethod && argument == arguments.front();
    Pass pass = Pass::kKeyword;
    if (kind == Kind::kRest) pass = Pass::kSpread;
    if (kind == Kind::kKeywords) pass = Pass::kSpreadKeywords;
    if ((kind == Kind::kPositional && !gap) || first_of_method || attribute_ ||
        (!node.bound && is_position(argument->name)))
      pass = Pass::kPosition;
    gap = gap || pass == Pass::kKeyword;
    given_.push_back({argument, pass});
  }
}

PythonCall::Arguments PythonCall::arguments(const PythonRunning& running, bool guesses) const {
  Arguments given;
  given.guess.allowed = guesses;
  for (const auto& [argument_given, pass] : given_) {
    const auto* graph =
        kind_ == TargetKind::kOperator ? std::get_if<SubGraph>(&argument_given->value.data) : nullptr;
    const py::object value = graph == nullptr ? argument(argument_given->value, running, given.guess)
                                              : running.sub_graph(graph->graph, gives_of(*argument_given));
    switch (pass) {
      case Pass::kPosition:
        given.args.append(value);
        break;
      case Pass::kKeyword:
        given.keywords[py::str(argument_given->name.str())] = value;
        break;
      case Pass::kSpread:
        for (const py::handle item : value) given.args.append(item);
        break;
      case Pass::kSpreadKeywords:
        given.keywords.attr("update")(value);
        break;
    }
  }
  return given;
}

py::object PythonCall::operator()(const PythonRunning& running) const {
  const Arguments given = arguments(running, true);
  try {
    return call(running, py::tuple(given.args), given.keywords);
  } catch (const py::error_already_set& error) {
    if (!given.guess.made || !error.matches(PyExc_TypeError)) throw;
  }
  const Arguments lists = arguments(running, false);
  return call(running, py::tuple(lists.args), lists.keywords);
}

// The file numbers a graph's results. Whether a single result is returned by itself is the operator's
// convention.
PythonRunning::Gives PythonCall::gives_of(const Argument& argument) const {
  const bool condition = name_.view().starts_with("higher_order.while_loop") && argument.name.view() == "0";
  const bool score = name_.view() == "higher_order.flex_attention";
  const bool hook = name_.view() == "higher_order.register_hook";
  return condition || score || hook ? PythonRunning::Gives::kOne : PythonRunning::Gives::kTuple;
}

py::object PythonCall::call(const PythonRunning& running, const py::tuple& args,
                            const py::dict& keywords) const {
  if (attribute_) {
    if (args.size() != 2 || !keywords.empty()) throw Misfit("expected getattr of an object and a name");
    return allowed_attribute(args[0], args[1]);
  }
  if (kind_ == TargetKind::kMethod && (args.empty() || !THPVariable_Check(py::object(args[0]).ptr()))) {
    if (args.empty()) throw Misfit("expected an object to call the method of, found none");
    require_plain_method(args[0], name_);
    const py::tuple rest = args[py::slice(1, static_cast<py::ssize_t>(args.size()), 1)];
    return args[0].attr(name_.str().c_str())(*rest, **keywords);
  }
  if (is_named(name_.view(), torch_private::kNumpyAttribute)) {
    const bool known = args.size() == 2 && PyUnicode_Check(py::object(args[1]).ptr()) != 0 &&
                       is_numpy_attribute(args[1].cast<std::string>());
    if (!known) throw Misfit("refused: no attribute of an array that a graph file may name");
  }
  // The operator itself requires a GraphModule, to annotate it. The checkpointed function returns the same
  // without the operator.
  if (name_.view() == "higher_order.tag_activation_checkpoint" && !args.empty()) {
    const py::tuple rest = args[py::slice(1, static_cast<py::ssize_t>(args.size()), 1)];
    return args[0](*rest);
  }
  if (name_.view() == "higher_order.autograd_function_apply" && args.size() > 1) {
    const py::object made = py::module_::import("assay_python.execute.sub_graph").attr("interpreted");
    py::list graphs(args);
    graphs[0] = made(args[0], outputs_);
    graphs[1] = made(args[1]);
    return callable_(*graphs, **keywords);
  }
  // The file lists the values that a module reads. Only values that are not the module's own need this
  // detour.
  py::dict other;
  for (const State& state : states_) {
    Guess guess;
    const py::object value = argument(*state.value, running, guess);
    const py::object own = state.owner[state.key];
    const bool same = THPVariable_Check(own.ptr()) && THPVariable_Check(value.ptr()) &&
                      THPVariable_Unpack(own.ptr()).is_same(THPVariable_Unpack(value.ptr()));
    if (!same) other[state.path] = value;
  }
  if (!other.empty())
    return py::module_::import("torch.func").attr("functional_call")(callable_, other, args, keywords);
  return callable_(*args, **keywords);
}

py::object PythonCall::argument(const Value& value, const PythonRunning& running, Guess& guess) const {
  const auto items = [&](const ValueList& list) {
    py::list made;
    for (const Value& item : list) made.append(argument(item, running, guess));
    return made;
  };
  if (const auto* ref = std::get_if<Ref>(&value.data)) return to_python(running.at(*ref));
  if (std::holds_alternative<Null>(value.data)) return py::none();
  if (const auto* flag = std::get_if<bool>(&value.data)) return py::bool_(*flag);
  if (const auto* integer = std::get_if<std::int64_t>(&value.data)) return py::int_(*integer);
  if (const auto* number = std::get_if<double>(&value.data)) return py::float_(*number);
  if (const auto* text = std::get_if<std::string>(&value.data)) {
    const bool on_gpu = *text == "cuda" || text->starts_with("cuda:");
    return py::str(on_gpu && devices_ == Devices::kCpu ? "cpu" : *text);
  }
  if (const auto* list = std::get_if<List>(&value.data)) {
    py::list made = items(list->items);
    if (!guess.allowed || !running.is_whole_tuple(list->items)) return made;
    guess.made = true;
    return py::tuple(made);
  }
  if (const auto* tuple = std::get_if<Tuple>(&value.data)) return py::tuple(items(tuple->items));
  if (const auto* dict = std::get_if<Dict>(&value.data)) {
    py::dict made;
    for (const auto& [key, item] : dict->items)
      made[argument(key, running, guess)] = argument(item, running, guess);
    return made;
  }
  if (const auto* slice = std::get_if<Slice>(&value.data)) {
    const py::list parts = items(slice->parts);
    return py::reinterpret_steal<py::object>(
        PySlice_New(py::object(parts[0]).ptr(), py::object(parts[1]).ptr(), py::object(parts[2]).ptr()));
  }
  if (std::holds_alternative<Ellipsis>(value.data)) return py::ellipsis();
  if (const auto* big = std::get_if<BigInt>(&value.data))
    return py::reinterpret_steal<py::object>(PyLong_FromString(big->digits.c_str(), nullptr, 10));
  if (const auto* number = std::get_if<Complex>(&value.data))
    return py::reinterpret_steal<py::object>(PyComplex_FromDoubles(number->re, number->im));
  if (const auto* symbolic = std::get_if<SymExpr>(&value.data))
    return to_python(running.symbolic(symbolic->text));
  if (const auto* graph = std::get_if<SubGraph>(&value.data)) {
    if (kind_ != TargetKind::kOperator) throw Misfit("only higher-order operators take sub-graphs");
    return running.sub_graph(graph->graph, PythonRunning::Gives::kOne);  // the mask of an attention
  }
  if (const auto* python = std::get_if<PyName>(&value.data))
    return kind_ == TargetKind::kOperator ? allowed_operator(python->qualified, model_)
                                          : allowed_function(python->qualified, py::none());
  if (const auto* opaque = std::get_if<Opaque>(&value.data))
    throw Misfit("expected a value, found " + opaque->what.str() + " of which the file keeps the type only");
  return constant_of_torch(value, devices_);
}

}  // namespace assay::replay
