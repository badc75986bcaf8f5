// Rehearsal: prepare, bind, eager, replay, pair.
#include "capture/replay/rehearsal.h"

#include <algorithm>
#include <map>
#include <set>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/python_variable.h>

#include "capture/replay/alias_probe.h"
#include "capture/replay/arguments.h"
#include "capture/replay/compare.h"
#include "capture/replay/phantom_table.h"
#include "capture/replay/py_values.h"
#include "capture/replay/symbols.h"
#include "capture/walker/tensor_reader.h"
#include "harness/spec/method.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

constexpr std::string_view kBase = "base:";

py::module_ trials() { return py::module_::import("paths.trial"); }

py::object make_trial(const Script& script, const char* side) {
  return trials().attr("Trial")(script.test, script.device, side, script.phantom);
}

bool has_transform(const py::dict& test) {
  return test.contains("transform") && !test["transform"].is_none();
}

// Captures whose operators autograd can still see.
bool is_python_level(const std::string& name) { return name == "symbolic_trace"; }

c10::IValue detached(const c10::IValue& value) {
  if (!value.isTensor() || !value.toTensor().defined()) return value;
  return value.toTensor().detach();
}

bool is_tensor(const c10::IValue& value) { return value.isTensor() && value.toTensor().defined(); }

std::string first_line(const std::string& text) {
  return text.substr(0, std::min(text.find('\n'), std::size_t{400}));
}

const std::vector<Result>& results_of(const Graph& graph) { return graph.nodes.back().results; }

// Which result each tangent is about: a result's path, `base:PATH`, or "" for a mutated input's. Tangents
// come in the order of the forward results, mutations first, and not every result has one; a mutated input
// and a result may have the same name, and then the later of the two is a result.
std::vector<std::string> subjects_of_tangents(const std::vector<const Graph*>& graphs) {
  std::vector<const Result*> order;
  for (const ResultRole role : {ResultRole::kMutation, ResultRole::kUser}) {
    for (const Graph* graph : graphs) {
      for (const Result& result : results_of(*graph)) {
        if (result.role == role) order.push_back(&result);
      }
    }
  }
  std::vector<std::string> names;
  for (const Graph* graph : graphs) {
    for (const Node& node : graph->nodes) {
      if (node.kind == NodeKind::kInput && node.role == Role::kTangent) names.push_back(node.name.str());
    }
  }
  std::size_t end = order.size();
  for (std::size_t i = names.size(); i-- > 0;) {
    std::size_t at = end;
    while (at > 0 && order[at - 1]->name.view() != names[i]) --at;
    if (at == 0) continue;  // out of order: by its name alone
    end = at - 1;
    if (order[end]->role == ResultRole::kMutation) names[i].clear();
  }
  return names;
}

bool has_tangents(const std::vector<const Graph*>& graphs) {
  return std::any_of(graphs.begin(), graphs.end(), [](const Graph* graph) {
    return std::any_of(graph->nodes.begin(), graph->nodes.end(), [](const Node& node) {
      return node.kind == NodeKind::kInput && node.role == Role::kTangent;
    });
  });
}

bool has_gradients(const std::vector<const Graph*>& graphs) {
  return std::any_of(graphs.begin(), graphs.end(), [](const Graph* graph) {
    const auto& results = results_of(*graph);
    return std::any_of(results.begin(), results.end(),
                       [](const Result& one) { return one.role == ResultRole::kGradient; });
  });
}

// Holds a Python context open.
class Entered {
 public:
  explicit Entered(py::object context) : context_(std::move(context)) { context_.attr("__enter__")(); }
  ~Entered() {
    try {
      context_.attr("__exit__")(py::none(), py::none(), py::none());
    } catch (py::error_already_set&) {  // leaving a dispatch mode does not fail
    }
  }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  py::object context_;
};

py::object watched_by(Witness* witness) {
  return trials().attr("watched_by")(
      witness == nullptr ? py::none() : py::cast(witness, py::return_value_policy::reference));
}

std::string raised_text(const py::error_already_set& error) {
  return py::str(error.type().attr("__name__")).cast<std::string>() + ": " +
         first_line(py::str(error.value()).cast<std::string>());
}

}  // namespace

struct Rehearsal::Flow {
  std::vector<std::vector<c10::IValue>> inputs;  // by graph; tangents and saved values filled in later
  std::vector<std::vector<c10::IValue>> outputs;
  std::vector<std::pair<std::string, py::object>> asked_eager, asked_replay;
  std::vector<std::string> subjects;
  py::object ran;                            // paths.trial.Ran
  std::vector<py::object> replay_gradients;  // of a Python-level capture, in the order of asked_replay
};

Rehearsal::Rehearsal(const Script& script)
    : script_(script),
      python_level_(is_python_level(script.file->header.method)),
      aliasing_(expresses(script.file->header.method, Feature::kAliasing)),
      dynamic_(expresses(script.file->header.method, Feature::kDynamic)),
      transformed_(has_transform(script.test)),
      eager_(make_trial(script, "eager"), script.file->header.method),
      replay_(make_trial(script, "replay"), script.file->header.method) {
  const Substitution substitution = script.phantom ? phantom_table() : Substitution();
  for (const Graph* graph : script.graphs)
    executables_.emplace_back(*script.file, *graph, PythonWorld{replay_.model, script.folder}, substitution);
}

std::size_t Rehearsal::operators() const {
  std::size_t total = 0;
  for (const Executable& one : executables_) total += one.operators();
  return total;
}

void Rehearsal::bind(Flow& flow) {
  for (const Graph* graph : script_.graphs) {
    std::vector<c10::IValue>& inputs = flow.inputs.emplace_back();
    for (NodeId id = 0; id < graph->nodes.size(); ++id) {
      const Node& node = graph->nodes[id];
      if (node.kind != NodeKind::kInput) continue;
      const bool later = node.role == Role::kTangent || node.role == Role::kSaved;
      if (node.role == Role::kConstant && !node.constant)
        throw CannotReplay(input_text(*graph, id) + ": the file does not have its value");
      c10::IValue value;
      if (!later && node.role != Role::kConstant) value = replay_.value_of(*graph, id);
      inputs.push_back(python_level_ ? value : detached(value));
    }
  }
}

// A pass may fold states into others or make new ones; those that both sides still hold alike are comparable.
void Rehearsal::find_own_states() {
  own_states_.clear();
  if (!transformed_) return;
  for (const Side* side : {&eager_, &replay_}) {
    const Side& other = side == &eager_ ? replay_ : eager_;
    for (const Held& held : side->held()) {
      const py::object there = other.find(*role_from_string(held.role), held.name);
      if (held.role == "user" || !TensorReader::is_tensor(held.value)) continue;
      const bool alike = there && compare(from_python(held.value), from_python(there)).bitwise;
      if (!alike) own_states_.insert(held.name);
    }
  }
}

py::object Rehearsal::run_eager(const RunPlan& plan, Flow& flow, Witness* witness) {
  eager_.look();
  find_own_states();
  if (python_level_ || has_gradients(script_.graphs)) {
    flow.asked_eager = asked_gradients(eager_, script_.graphs);
    flow.asked_replay = asked_gradients(replay_, script_.graphs);
    const auto is_own = [this](const auto& asked) { return own_states_.contains(asked.first); };
    std::erase_if(flow.asked_eager, is_own);
    std::erase_if(flow.asked_replay, is_own);
  }
  py::object about = py::none();
  if (has_tangents(script_.graphs)) {
    flow.subjects = subjects_of_tangents(script_.graphs);
    about = py::cast(flow.subjects);
  }
  py::list asked;
  for (const auto& [name, value] : flow.asked_eager) asked.append(py::make_tuple(name, value));
  return eager_.trial.attr("run")(
      plan.seed, asked, about,
      witness == nullptr ? py::none() : py::cast(witness, py::return_value_policy::reference));
}

namespace {

// Tangents as eager made them; a mutated input's is zero, since no loss reads it.
void fill_tangents(const Graph& graph, const py::list& tangents, std::size_t& next,
                   std::vector<c10::IValue>& inputs) {
  std::size_t position = 0;
  for (const Node& node : graph.nodes) {
    if (node.kind != NodeKind::kInput) continue;
    c10::IValue& input = inputs[position++];
    if (node.role != Role::kTangent) continue;
    const c10::IValue given = from_python(py::object(tangents[next++]));
    if (given.isTensor()) {
      input = given.toTensor().detach();
      continue;
    }
    const auto& meta = std::get<TensorMeta>(node.outputs.at(0).data);
    std::vector<std::int64_t> sizes;
    for (const Dim& dim : meta.shape) sizes.push_back(dim.number);
    input = at::zeros(sizes, at::TensorOptions(scalar_type_of(meta.dtype)));
  }
}

void check_inputs(const Graph& graph, const std::vector<c10::IValue>& inputs) {
  std::size_t position = 0;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (node.kind != NodeKind::kInput) continue;
    if (node.role != Role::kConstant) check_input(graph, id, inputs[position]);
    ++position;
  }
}

void fill_saved(const Graph& graph, const std::map<std::string, c10::IValue>& saved,
                std::vector<c10::IValue>& inputs) {
  std::size_t position = 0;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (node.kind != NodeKind::kInput) continue;
    c10::IValue& input = inputs[position++];
    if (node.role != Role::kSaved) continue;
    const auto found = saved.find(node.name.str());
    if (found == saved.end())
      throw CannotReplay(input_text(graph, id) + ": the forward graph saves no such value");
    input = found->second;
  }
}

}  // namespace

void Rehearsal::run_replay(const RunPlan& plan, Flow& flow, Witness* witness, Shown& shown) {
  trials().attr("seed_everything")(plan.seed);
  const Entered mode(watched_by(witness));
  std::map<std::string, c10::IValue> saved;
  std::size_t tangents = 0;
  for (std::size_t i = 0; i < script_.graphs.size(); ++i) {
    const Graph& graph = *script_.graphs[i];
    if (!flow.subjects.empty())
      fill_tangents(graph, py::list(flow.ran.attr("tangents")), tangents, flow.inputs[i]);
    fill_saved(graph, saved, flow.inputs[i]);
    if (runs_ == 0 && !script_.phantom) check_inputs(graph, flow.inputs[i]);
    Watch watch;
    if (witness != nullptr || (runs_ == 0 && !script_.phantom))
      watch = [&](NodeId id, const std::vector<c10::IValue>& outputs) {
        if (witness != nullptr) witness->mark(graph, id);
        if (!shown.metadata) shown.metadata = output_mismatch(graph, id, outputs);
      };
    flow.outputs.push_back(executables_[i].run(std::move(flow.inputs[i]), watch));
    for (std::size_t r = 0; r < results_of(graph).size(); ++r) {
      if (results_of(graph)[r].role == ResultRole::kSaved)
        saved[results_of(graph)[r].name.str()] = flow.outputs.back()[r];
    }
  }
  if (runs_ > 0) shown.metadata.reset();
  // Results in another number have no layout, and so no loss: pair_results tells of it.
  if (!python_level_ || flow.outputs[0].size() != py::len(flow.ran.attr("results"))) return;
  py::list leaves, asked;
  for (const c10::IValue& value : flow.outputs[0]) leaves.append(to_python(value));
  for (const auto& [name, value] : flow.asked_replay) asked.append(value);
  for (const py::handle one :
       py::list(replay_.trial.attr("gradients")(leaves, flow.ran.attr("layout"), asked)))
    flow.replay_gradients.push_back(py::reinterpret_borrow<py::object>(one));
}

// A functional graph gives what it would have written.
void Rehearsal::apply_mutations(const Flow& flow) {
  const at::NoGradGuard no_grad;
  for (std::size_t i = 0; i < script_.graphs.size(); ++i) {
    const auto& results = results_of(*script_.graphs[i]);
    for (std::size_t r = 0; r < results.size(); ++r) {
      if (results[r].role != ResultRole::kMutation) continue;
      const c10::IValue& value = flow.outputs[i][r];
      py::object target;
      for (const Role role : {Role::kBuffer, Role::kUser, Role::kParameter}) {
        if (!target) target = replay_.find(role, results[r].name.str());
      }
      if (!target || !TensorReader::is_tensor(target) || !value.isTensor())
        throw CannotReplay(script_.graphs[i]->name.str() + ": the result '" + label_of(results[r]) +
                           "' names nothing that the case's program has");
      const at::Tensor written = THPVariable_Unpack(target.ptr()).detach();
      const at::Tensor& made = value.toTensor();
      if (made.sizes() == written.sizes() && made.scalar_type() == written.scalar_type()) {
        written.copy_(made);
      } else {
        THPVariable_Unpack(target.ptr()).set_data(made.clone());
      }
    }
  }
}

void Rehearsal::pair_results(const Flow& flow, Shown& shown) {
  std::map<std::string, c10::IValue> captured;
  for (std::size_t i = 0; i < script_.graphs.size(); ++i) {
    const auto& results = results_of(*script_.graphs[i]);
    for (std::size_t r = 0; r < results.size(); ++r) {
      if (results[r].role == ResultRole::kUser && !results[r].name.str().starts_with(kBase))
        captured[results[r].name.str()] = flow.outputs[i][r];
    }
  }
  std::size_t eager_results = 0;
  for (const py::handle row : py::list(flow.ran.attr("results"))) {
    const py::tuple parts = py::reinterpret_borrow<py::tuple>(row);
    const auto name = parts[0].cast<std::string>();
    ++eager_results;
    const auto found = captured.find(name);
    if (found == captured.end()) {
      if (shown.structure.empty())
        shown.structure = "eager gives a result " + name + ", the capture does not";
      continue;
    }
    const c10::IValue eager = from_python(py::object(parts[1]));
    const c10::IValue& replay = found->second;
    if (python_level_ && shown.structure.empty() && eager.isTensor() && replay.isTensor() &&
        eager.toTensor().requires_grad() != replay.toTensor().requires_grad())
      shown.structure =
          "result " + name +
          (eager.toTensor().requires_grad() ? " requires a gradient in eager, not in the replay"
                                            : " requires a gradient in the replay, not in eager");
    shown.pairs.push_back({"result " + name, eager, replay});
  }
  if (shown.structure.empty() && captured.size() > eager_results)
    shown.structure = "eager gives " + std::to_string(eager_results) + " results, the capture " +
                      std::to_string(captured.size());
}

// A tensor that is given twice has one gradient, under the first of its names; a graph with an input for each
// has a part of it for each.
std::string Rehearsal::asked_name(const Flow& flow, const std::string& name) const {
  for (const Role role : {Role::kParameter, Role::kBuffer, Role::kUser}) {
    const py::object value = replay_.find(role, name);
    if (!value) continue;
    for (const auto& [first, tensor] : flow.asked_replay) {
      if (tensor.is(value)) return first;
    }
  }
  return name;
}

void Rehearsal::pair_gradients(const Flow& flow, Shown& shown) {
  std::map<std::string, c10::IValue> eager, replay;
  const py::dict found(flow.ran.attr("gradients"));
  for (const auto& [name, value] : found) eager[name.cast<std::string>()] = from_python(value);
  for (std::size_t i = 0; i < flow.replay_gradients.size(); ++i)
    replay[flow.asked_replay[i].first] = from_python(flow.replay_gradients[i]);
  for (std::size_t i = 0; i < script_.graphs.size(); ++i) {
    const auto& results = results_of(*script_.graphs[i]);
    for (std::size_t r = 0; r < results.size(); ++r) {
      if (results[r].role != ResultRole::kGradient || own_states_.contains(results[r].name.str())) continue;
      c10::IValue& total = replay[asked_name(flow, results[r].name.str())];
      const c10::IValue& part = flow.outputs[i][r];
      const bool both =
          is_tensor(total) && is_tensor(part) && total.toTensor().sizes() == part.toTensor().sizes();
      total = both ? c10::IValue(total.toTensor() + part.toTensor()) : is_tensor(part) ? part : total;
    }
  }
  std::set<std::string> names;
  for (const auto& [name, value] : eager) names.insert(name);
  for (const auto& [name, value] : replay) names.insert(name);
  // No gradient is a gradient of zero.
  const auto made = [](const c10::IValue& value, const c10::IValue& like) -> c10::IValue {
    return !is_tensor(value) && is_tensor(like) ? at::zeros_like(like.toTensor()) : value;
  };
  for (const std::string& name : names) {
    const c10::IValue left = eager[name], right = replay[name];
    shown.pairs.push_back(
        {"gradient of " + name, made(left, right), made(right, left), Pairing::What::kGradient});
  }
}

void Rehearsal::pair_states(Shown& shown) {
  eager_.look();
  replay_.look();
  for (const Held& held : eager_.held()) {
    if (!TensorReader::is_tensor(held.value) || (held.role != "user" && own_states_.contains(held.name)))
      continue;
    const py::object other = replay_.find(*role_from_string(held.role), held.name);
    if (!other) {
      if (shown.structure.empty())
        shown.structure = held.role + " " + held.name + " is there after eager, not after the replay";
      continue;
    }
    const std::string label = (held.role == "user" ? "input " : held.role + " ") + held.name + " afterwards";
    shown.pairs.push_back({label, from_python(held.value), from_python(other)});
  }
}

void Rehearsal::probe(Shown& shown) {
  std::vector<Probed> tensors;
  for (const Pairing& pair : shown.pairs) {
    if (pair.what == Pairing::What::kGradient || !pair.eager.isTensor() || !pair.replay.isTensor()) continue;
    if (!pair.eager.toTensor().defined() || !pair.replay.toTensor().defined()) continue;
    const bool is_result = pair.label.starts_with("result ");
    std::string label = is_result ? pair.label : pair.label.substr(0, pair.label.rfind(' '));
    tensors.push_back({std::move(label), pair.eager.toTensor(), pair.replay.toTensor(), is_result});
  }
  shown.alias = alias_difference(tensors);
}

Shown Rehearsal::run(const RunPlan& plan, Witnesses witnesses) {
  Shown shown;
  Flow flow;
  const std::string kind(to_string(plan.kind));
  try {
    eager_.prepare(kind, plan.index, plan.seed);
    replay_.prepare(kind, plan.index, plan.seed);
  } catch (py::error_already_set& error) {
    shown.eager_raised = "making the inputs raises " + raised_text(error);
    return shown;
  }
  replay_.look();
  try {
    bind(flow);
  } catch (CannotReplay& error) {
    shown.failed = error.what();
    return shown;
  }
  if (dynamic_) {
    for (std::size_t i = 0; i < script_.graphs.size() && !shown.outside; ++i)
      shown.outside = first_guard_broken(*script_.graphs[i], flow.inputs[i]);
  }
  try {
    flow.ran = run_eager(plan, flow, witnesses.eager);
  } catch (py::error_already_set& error) {
    shown.eager_raised = "eager itself raises " + raised_text(error);
    return shown;
  }
  try {
    run_replay(plan, flow, witnesses.replay, shown);
    apply_mutations(flow);
  } catch (CannotReplay& error) {
    shown.failed = error.what();
  } catch (py::error_already_set& error) {
    shown.failed = raised_text(error);
  }
  ++runs_;
  if (shown.failed) return shown;
  pair_results(flow, shown);
  pair_gradients(flow, shown);
  pair_states(shown);
  if (aliasing_) probe(shown);
  return shown;
}

std::vector<std::pair<std::string, c10::IValue>> run_in_float64(const Script& script,
                                                                const std::vector<RunPlan>& runs) {
  Side side(make_trial(script, "wide"), script.file->header.method);
  std::vector<std::pair<std::string, c10::IValue>> values;
  for (const RunPlan& plan : runs) {
    side.prepare(to_string(plan.kind), plan.index, plan.seed);
    side.look();
    py::list asked;
    for (const auto& [name, value] : asked_gradients(side, script.graphs))
      asked.append(py::make_tuple(name, value));
    py::object about = py::none();
    if (has_tangents(script.graphs)) about = py::cast(subjects_of_tangents(script.graphs));
    const py::object ran = side.trial.attr("run")(plan.seed, asked, about, py::none());
    values.clear();
    for (const py::handle row : py::list(ran.attr("results"))) {
      const py::tuple parts = py::reinterpret_borrow<py::tuple>(row);
      values.emplace_back("result " + parts[0].cast<std::string>(), from_python(py::object(parts[1])));
    }
    const py::dict gradients(ran.attr("gradients"));
    for (const auto& [name, value] : gradients)
      values.emplace_back("gradient of " + name.cast<std::string>(), from_python(value));
    side.look();
    for (const Held& held : side.held())
      values.emplace_back((held.role == "user" ? "input " : held.role + " ") + held.name + " afterwards",
                          from_python(held.value));
  }
  return values;
}

}  // namespace assay::replay
