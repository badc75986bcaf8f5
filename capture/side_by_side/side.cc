// Side: names to values.
#include "capture/side_by_side/side.h"

#include <algorithm>
#include <set>

#include <torch/csrc/autograd/python_variable.h>

#include "capture/execute/cannot_replay.h"
#include "capture/execute/promises.h"
#include "capture/execute/py_values.h"
#include "capture/torch_private.h"
#include "capture/walker/graph_builder.h"
#include "capture/walker/tensor_reader.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

// The tensor that `value` is a view of, or `value` itself.
py::object base_of(const py::object& value) {
  if (!value || !TensorReader::is_tensor(value)) return value;
  const py::object base = value.attr(torch_private::kBase);
  return base.is_none() ? value : base;
}

py::object attribute_at(py::object at, const std::string& path) {
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t dot = std::min(path.find('.', begin), path.size());
    const std::string step = path.substr(begin, dot - begin);
    if (!py::hasattr(at, step.c_str())) return {};
    at = at.attr(step.c_str());
    begin = dot + 1;
  }
  return at;
}

}  // namespace

void Side::look() {
  held_.clear();
  by_name_.clear();
  for (const ProgramRun::Value& one : program_run.values(method_)) {
    for (const std::string& name : one.names) by_name_.emplace(std::pair(one.role, name), one.value);
    held_.push_back({one.role, one.names.front(), one.value});
  }
}

py::object Side::find(Role role, const ValueName& name) const {
  const auto known = name.size ? by_name_.end() : by_name_.find({role, name.path});
  if (known == by_name_.end()) return {};
  return name.base ? base_of(known->second) : known->second;
}

py::object Side::find(Role role, const Name& name) const {
  return find(role, parse_value_name(role, name.view()));
}

py::object Side::attribute(const std::string& path) const {
  py::object found = program_run.attribute(path);
  return found && TensorReader::is_tensor(found) ? found : py::object();
}

void Side::missing(const Graph& graph, NodeId id, const std::string& why) const {
  std::string names;
  int listed = 0;
  for (const Held& held : held_) {
    if (held.role != graph.nodes[id].role) continue;
    if (++listed > 8) break;
    names.append(names.empty() ? "" : ", ").append(listed == 8 ? std::string("..") : "'" + held.name + "'");
  }
  throw CannotReplay(input_text(graph, id) + ": " + why + "; it has " + (names.empty() ? "none" : names));
}

namespace {

// Throws CannotReplay if the value has no such size.
c10::IValue size_of_value(const Graph& graph, NodeId id, const c10::IValue& value, std::int64_t dimension) {
  if (!value.isTensor() || !value.toTensor().defined() || value.toTensor().dim() <= dimension)
    throw CannotReplay(input_text(graph, id) + ": it is no size of what the program has");
  return value.toTensor().size(dimension);
}

}  // namespace

c10::IValue Side::value_of(const Graph& graph, NodeId id) const {
  const Node& node = graph.nodes[id];
  if (node.role == Role::kGenerator) {
    const std::vector<py::object> known = program_run.generators();
    std::size_t number = 0;
    for (NodeId i = 0; i < id; ++i)
      number += graph.nodes[i].kind == NodeKind::kInput && graph.nodes[i].role == Role::kGenerator ? 1 : 0;
    if (number >= known.size())
      throw CannotReplay(input_text(graph, id) +
                         ": the case's program holds no such generator, and its state is not in the file");
    return from_python(known[number]);
  }
  if (node.role == Role::kOpaque) {
    const py::object value = attribute_at(program_run.model(), node.name.str());
    if (!value)
      throw CannotReplay(input_text(graph, id) + ": its value is not in the file, nor in the model");
    return from_python(value);
  }
  ValueName name = name_of(node);
  const std::optional<std::int64_t> dimension = std::exchange(name.size, std::nullopt);
  py::object value = find(node.role, name);
  for (const Role role : {Role::kParameter, Role::kBuffer}) {
    if (!value && dimension) value = find(role, name);
  }
  if (value && dimension) return size_of_value(graph, id, from_python(value), *dimension);
  if (!value) missing(graph, id, "the case's program has no such " + std::string(to_string(node.role)));
  return from_python(value);
}

std::vector<NamedValue> asked_gradients(const Side& side, const std::vector<const Graph*>& graphs) {
  std::vector<NamedValue> asked;
  std::set<const void*> known;
  const auto ask = [&](const std::string& name, const py::object& value) {
    if (!value || !TensorReader::is_tensor(value) || !THPVariable_Unpack(value.ptr()).requires_grad()) return;
    if (known.insert(value.ptr()).second) asked.emplace_back(name, value);
  };
  for (const Held& held : side.held()) ask(held.name, held.value);
  for (const Graph* graph : graphs) {
    for (const Result& result : graph->nodes.back().results) {
      if (result.role != ResultRole::kGradient) continue;
      for (const Role role : {Role::kParameter, Role::kBuffer, Role::kUser})
        ask(result.name.str(), side.find(role, result.name));
    }
  }
  return asked;
}

std::map<Subject, c10::IValue> values_midway(const std::vector<Held>& states) {
  std::map<Subject, c10::IValue> values;
  for (const Held& held : states)
    values.emplace(state_of(held.role, held.name, true), from_python(held.value));
  return values;
}

}  // namespace assay::replay
