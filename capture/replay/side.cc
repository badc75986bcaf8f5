// Side: names to values.
#include "capture/replay/side.h"

#include <algorithm>
#include <set>

#include <torch/csrc/autograd/python_variable.h>

#include "capture/replay/executable.h"
#include "capture/replay/py_values.h"
#include "capture/torch_private.h"
#include "capture/walker/graph_builder.h"
#include "capture/walker/plain_memory.h"
#include "capture/walker/tensor_reader.h"
#include "harness/graph/keep_nodes.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

// The tensor that `value` is a view of; itself when it is none.
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

std::string dims_text(const std::vector<std::string>& dims) {
  std::string text = "[";
  for (std::size_t i = 0; i < dims.size(); ++i) text.append(i == 0 ? "" : ", ").append(dims[i]);
  return text + "]";
}

std::string meta_text(const TensorMeta& meta) {
  std::vector<std::string> dims;
  for (const Dim& dim : meta.shape)
    dims.push_back(dim.symbolic() ? dim.expr.str() : std::to_string(dim.number));
  return std::string(to_string(meta.dtype)) + dims_text(dims);
}

std::string value_text(const at::Tensor& tensor) {
  std::vector<std::string> dims;
  for (const std::int64_t size : tensor.sizes()) dims.push_back(std::to_string(size));
  return std::string(to_string(dtype_of(tensor.scalar_type()))) + dims_text(dims);
}

bool fits(const TensorMeta& meta, const at::Tensor& tensor) {
  if (dtype_of(tensor.scalar_type()) != meta.dtype) return false;
  if (static_cast<std::size_t>(tensor.dim()) != meta.shape.size()) return false;
  for (std::size_t i = 0; i < meta.shape.size(); ++i) {
    const Dim& dim = meta.shape[i];
    if (!dim.symbolic() && dim.number != tensor.size(static_cast<std::int64_t>(i))) return false;
  }
  return true;
}

// A kernel's own scratch memory: fake kernels call it empty, since they do not know what the real one needs.
bool is_scratch(const TensorMeta& meta) {
  return meta.dtype == DType::kUInt8 && meta.shape.size() == 1 && meta.shape[0] == Dim{};
}

// What the file says, and what there is instead.
struct Mismatch {
  std::string said, given;
};

std::optional<Mismatch> mismatch(const Output& output, const c10::IValue& value) {
  if (const auto* meta = std::get_if<TensorMeta>(&output.data)) {
    if (!value.isTensor() || !value.toTensor().defined()) return Mismatch{meta_text(*meta), "no tensor"};
    if (!has_plain_memory(value.toTensor())) return {};  // some refuse to be asked for their sizes
    if (fits(*meta, value.toTensor()) || is_scratch(*meta)) return {};
    return Mismatch{meta_text(*meta), value_text(value.toTensor())};
  }
  const auto* nested = std::get_if<std::vector<Output>>(&output.data);
  if (nested == nullptr || !(value.isList() || value.isTuple())) return {};
  const auto items = value.isList() ? value.toListRef() : value.toTupleRef().elements().asArrayRef();
  if (items.size() != nested->size())
    return Mismatch{std::to_string(nested->size()) + " values", std::to_string(items.size()) + " values"};
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (auto found = mismatch((*nested)[i], items[i])) return found;
  }
  return {};
}

}  // namespace

std::string input_text(const Graph& graph, NodeId id) {
  const Node& node = graph.nodes[id];
  return graph.name.str() + ": input " + std::to_string(id) + " (" + std::string(to_string(node.role)) +
         " '" + node.name.str() + "')";
}

Side::Side(py::object made, std::string method) : trial(std::move(made)), method_(std::move(method)) {
  model = trial.attr("program").attr("model");
}

void Side::prepare(std::string_view kind, int index, std::uint64_t seed, bool keeps_whole, bool puts_back) {
  trial.attr("prepare")(std::string(kind), index, seed, keeps_whole, puts_back);
}

void Side::look() {
  held_.clear();
  by_name_.clear();
  for (const py::handle row : py::list(trial.attr("values")(method_))) {
    const py::tuple parts = py::reinterpret_borrow<py::tuple>(row);
    const Role role = role_of(parts[0]);
    std::string first;
    for (const py::handle name : py::list(parts[1])) {
      if (first.empty()) first = name.cast<std::string>();
      by_name_.emplace(std::pair(role, name.cast<std::string>()), parts[2]);
    }
    held_.push_back({role, first, parts[2]});
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
  const py::list found(trial.attr("attribute")(path));
  return !found.empty() && TensorReader::is_tensor(found[0]) ? py::object(found[0]) : py::object();
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

// Throws CannotReplay for what has no such size.
c10::IValue size_of_value(const Graph& graph, NodeId id, const c10::IValue& value, std::int64_t dimension) {
  if (!value.isTensor() || !value.toTensor().defined() || value.toTensor().dim() <= dimension)
    throw CannotReplay(input_text(graph, id) + ": it is no size of what the program has");
  return value.toTensor().size(dimension);
}

}  // namespace

c10::IValue Side::value_of(const Graph& graph, NodeId id) const {
  const Node& node = graph.nodes[id];
  if (node.role == Role::kGenerator) {
    const py::list known(trial.attr("generators")());
    std::size_t number = 0;
    for (NodeId i = 0; i < id; ++i)
      number += graph.nodes[i].kind == NodeKind::kInput && graph.nodes[i].role == Role::kGenerator ? 1 : 0;
    if (number >= known.size())
      throw CannotReplay(input_text(graph, id) +
                         ": the case's program holds no such generator, and its state is not in the file");
    return from_python(py::object(known[number]));
  }
  if (node.role == Role::kOpaque) {
    const py::object value = attribute_at(model, node.name.str());
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

std::vector<std::pair<std::string, py::object>> asked_gradients(const Side& side,
                                                                const std::vector<const Graph*>& graphs) {
  std::vector<std::pair<std::string, py::object>> asked;
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

void check_input(const Graph& graph, NodeId id, const c10::IValue& value) {
  const Output& output = graph.nodes[id].outputs.at(0);
  const auto* meta = std::get_if<TensorMeta>(&output.data);
  if (meta == nullptr || value.isPyObject() || is_scratch(*meta)) return;
  if (value.isTensor() && fits(*meta, value.toTensor())) return;
  throw CannotReplay(input_text(graph, id) + ": the file says " + meta_text(*meta) + ", the case gives " +
                     (value.isTensor() ? value_text(value.toTensor()) : "no tensor"));
}

namespace {

// Whether a result or an effect hangs on that output.
bool takes(const Graph& graph, NodeId id, std::uint32_t output) {
  std::vector<bool> counts(graph.nodes.size(), false);
  bool found = false;
  for (std::size_t at = graph.nodes.size(); at-- > 0;) {  // uses come after what they use
    const Node& node = graph.nodes[at];
    if (!counts[at] && node.kind == NodeKind::kOp && !node.effects.any()) continue;
    for_each_use(node, [&](const Ref& ref) {
      counts[ref.node] = true;
      found = found || (ref.node == id && ref.path[0] == output);
    });
  }
  return found;
}

}  // namespace

std::string mismatch_text(const Departure& at) {
  return at.graph + ": node " + std::to_string(at.node) + " (" + at.target + "): the file says " +
         at.expected + ", it gives " + at.found;
}

std::optional<BrokenPromise> broken_promise(const Graph& graph, NodeId id,
                                            const std::vector<c10::IValue>& outputs) {
  const Node& node = graph.nodes[id];
  std::optional<BrokenPromise> first;
  for (std::uint32_t i = 0; i < std::min(outputs.size(), node.outputs.size()); ++i) {
    auto found = mismatch(node.outputs[i], outputs[i]);
    if (!found) continue;
    BrokenPromise promise{.at = {.graph = graph.name.str(),
                                 .node = id,
                                 .target = to_string(node.target),
                                 .expected = std::move(found->said),
                                 .found = std::move(found->given),
                                 .of_type = true,
                                 .module = node.meta.module.str(),
                                 .source = node.meta.source.str()},
                          .is_used = takes(graph, id, i)};
    if (promise.is_used) return promise;
    if (!first) first = std::move(promise);
  }
  return first;
}

}  // namespace assay::replay
