// FxWalker for Python-level targets: functions, methods and modules, whose arguments have no dispatcher
// schema.
#include <string_view>

#include "capture/imported.h"
#include "capture/torch_private.h"
#include "capture/walker/fx_walker.h"
#include "capture/walker/origin.h"
#include "harness/error/error.h"

namespace assay {

namespace py = pybind11;

namespace {

// Arithmetic on Python numbers, including sizes. Its results depend on its arguments only.
bool is_plain_arithmetic(const OpName& target) {
  const std::string_view name = target.name.view();
  return target.kind == TargetKind::kFunction &&
         (name.starts_with("operator.") || name.starts_with("math.") || name.starts_with("torch.sym_"));
}

bool holds_reference(const std::vector<Argument>& args, Name path) {
  for (const Argument& argument : args) {
    for (const auto& [at, ref] : reference_paths(argument.name, argument.value)) {
      if (at == path) return true;
    }
  }
  return false;
}

// observe/interpret.py numbers the tensors of a call: `where` is an index into assay_tensors (position or
// keyword, then indices), or the name of a state of the called module. Returns the argument by name; nothing
// if no argument fits.
std::optional<Name> argument_path(py::handle node, const std::vector<Argument>& args, py::handle where) {
  std::string path;
  if (py::isinstance<py::str>(where)) {
    path = "self." + where.cast<std::string>();
  } else {
    const py::list steps(py::list(fx_meta(node, "assay_tensors"))[where.cast<std::size_t>()]);
    const py::object first = steps[0];
    if (py::isinstance<py::str>(first)) {
      path = first.cast<std::string>();
    } else {
      const auto position = first.cast<std::size_t>();
      if (position >= args.size()) return {};
      path = args[position].name.str();
    }
    for (std::size_t i = 1; i < steps.size(); ++i)
      path.append("[").append(py::str(py::object(steps[i])).cast<std::string>()).append("]");
  }
  return holds_reference(args, Name(path)) ? std::optional(Name(path)) : std::nullopt;
}

// walker/modules.py writes functions and classes as {"py": NAME}, and values without a form as {"opaque":
// TYPE}.
Value config_value(Value value) {
  if (auto* list = std::get_if<List>(&value.data)) {
    for (Value& item : list->items) item = config_value(std::move(item));
  } else if (auto* tuple = std::get_if<Tuple>(&value.data)) {
    for (Value& item : tuple->items) item = config_value(std::move(item));
  } else if (auto* dict = std::get_if<Dict>(&value.data)) {
    const auto* key =
        dict->items.size() == 1 ? std::get_if<std::string>(&dict->items[0].first.data) : nullptr;
    const auto* text = key != nullptr ? std::get_if<std::string>(&dict->items[0].second.data) : nullptr;
    if (text != nullptr && *key == "py") return PyName{Name(*text)};
    if (text != nullptr && *key == "opaque") return Opaque{Name(*text)};
    for (auto& [name, item] : dict->items) item = config_value(std::move(item));
  }
  return value;
}

py::object number_or_name(const std::string& text) {
  const bool number = text.find_first_not_of("0123456789") == std::string::npos;
  return number ? py::object(py::int_(std::stoul(text))) : py::object(py::str(text));
}

}  // namespace

Dict read_config(const py::object& described, ValueReader& values) {
  Dict config;
  for (const auto& [name, value] : py::dict(described))
    config.items.emplace_back(Value(name.cast<std::string>()), config_value(values.read(value)));
  return config;
}

void FxWalker::bind_python(py::handle node, Node& made) {
  const py::object bound = fx_meta(node, "assay_bound");
  if (!bound.is_none()) {
    const py::object defaulted = fx_meta(node, "assay_defaulted");
    for (const auto& [name, value] : py::reinterpret_borrow<py::dict>(bound)) {
      const bool not_given = !defaulted.is_none() && defaulted.contains(name);
      made.args.push_back({Name(name.cast<std::string>()), builder_.values().read(value), not_given});
    }
    return;
  }
  made.bound = false;
  std::size_t position = 0;
  for (const py::handle value : node.attr("args"))
    made.args.push_back({Name(std::to_string(position++)), builder_.values().read(value)});
  for (const auto& [name, value] : py::reinterpret_borrow<py::dict>(node.attr("kwargs"))) {
    made.args.push_back({Name(name.cast<std::string>()), builder_.values().read(value)});
  }
}

void FxWalker::observed_effects(py::handle node, Node& made) {
  const py::object effects = fx_meta(node, "assay_effects");
  if (effects.is_none()) {
    made.effects.state =
        !made.bound && made.target.kind != TargetKind::kOperator && !is_plain_arithmetic(made.target);
    return;
  }
  for (const py::handle item : effects) {
    const auto effect = item.cast<std::string>();
    constexpr std::string_view kMutates = "mutates:";
    if (effect == "rng") made.effects.rng = true;
    if (effect == "state") made.effects.state = true;
    if (!effect.starts_with(kMutates)) continue;
    const auto path = argument_path(node, made.args, number_or_name(effect.substr(kMutates.size())));
    if (path)
      made.effects.mutates.push_back(*path);
    else
      made.effects.state = true;  // writes a value that no argument shows
  }
  const py::object aliases = fx_meta(node, "assay_alias");
  if (aliases.is_none()) return;
  for (const py::handle pair : aliases) {
    const py::list parts(py::reinterpret_borrow<py::object>(pair));
    const auto output = parts[0].cast<std::uint32_t>();
    const auto path = argument_path(node, made.args, py::object(parts[1]));
    if (path && output < made.outputs.size()) made.alias.push_back({{output}, *path});
  }
}

Node FxWalker::python_call(py::handle node, const std::string& op) {
  static const py::handle higher_order = torch_private::found(torch_private::kHigherOrderOperator);
  Node made;
  made.kind = NodeKind::kOp;
  const py::object target = node.attr("target");
  if (op == "call_method") {
    made.target = {TargetKind::kMethod, Name(target.cast<std::string>())};
  } else if (op == "call_module") {
    made.target = {TargetKind::kModule, Name(target.cast<std::string>())};
  } else if (py::isinstance(target, higher_order)) {
    made.target = {TargetKind::kOperator, Name("higher_order." + target.attr("name")().cast<std::string>())};
  } else {
    made.target = {TargetKind::kFunction, Name(qualified_name(target))};
  }
  bind_python(node, made);
  if (op == "call_module") {
    const py::object described = fx_meta(node, "assay_module");
    made.module = ModuleInfo{Name(described["class"].cast<std::string>()),
                             read_config(described["config"], builder_.values())};
    const py::list qualified(fx_meta(node, "assay_reads")), local(fx_meta(node, "assay_read_as"));
    for (std::size_t i = 0; i < qualified.size(); ++i) {
      made.args.push_back({Name("self." + local[i].cast<std::string>()),
                           Ref{states_.at(qualified[i].cast<std::string>()), {0}}});
    }
  }
  made.outputs = builder_.tensors().outputs(fx_meta(node, "val"));
  observed_effects(node, made);
  if (made.effects.rng) forget_numbers(made.outputs);
  return made;
}

}  // namespace assay
