// Rehearsal: prepare, bind, eager, pair; the graphs run in rehearsal_run.cc.
#include "capture/side_by_side/rehearsal.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <pybind11/stl.h>
#include <torch/csrc/autograd/functions/basic_ops.h>
#include <torch/csrc/autograd/python_variable.h>

#include "capture/execute/arguments.h"
#include "capture/execute/draws_in_order.h"
#include "capture/execute/phantom_table.h"
#include "capture/execute/promises.h"
#include "capture/execute/py_values.h"
#include "capture/execute/shared_constants.h"
#include "capture/execute/symbols.h"
#include "capture/side_by_side/alias_probe.h"
#include "capture/side_by_side/kept_settings.h"
#include "capture/side_by_side/likeness.h"
#include "capture/side_by_side/rehearsal_flow.h"
#include "capture/side_by_side/told_inputs.h"
#include "capture/walker/plain_memory.h"
#include "capture/walker/python_name.h"
#include "capture/walker/tensor_reader.h"
#include "capture/walker/unsupported.h"
#include "capture/walker/value_reader.h"
#include "harness/graph/dead_views.h"
#include "harness/graph/text.h"
#include "harness/words/utf8.h"
#include "harness/zoo/method.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

// A backward pass starts from the case's loss where the graph has it; else from tangents, which no loss can
// make alike.
py::object make_trial(const Script& script, const char* side) {
  py::dict test(script.test.attr("copy")());
  if (!reads_option(script.file->header.method, "loss")) test["loss"] = py::none();
  return trials().attr("Trial")(test, script.device, side, script.phantom, script.wide, script.any_order,
                                script.disturbed, script.in_kernels, script.wide_factories);
}

bool has_transform(const py::dict& test) {
  return test.contains("transform") && !test["transform"].is_none();
}

bool has_place(const at::Tensor& tensor) {
  return tensor.layout() == at::kStrided && !tensor.is_nested() && tensor.has_storage() &&
         !tensor.is_meta() && has_plain_memory(tensor);
}

std::string first_line(const std::string& text) {
  return std::string(beginning(std::string_view(text).substr(0, text.find('\n')), 400));
}

// What each tangent is about: one of the user's results, the base of one, or what is written into an input.
// Tangents come in the order of the forward results, mutations first, and not every result has one; a mutated
// input and a result may have the same name, and then the later of the two is a result.
std::vector<std::optional<ValueName>> subjects_of_tangents(const std::vector<const Graph*>& graphs) {
  std::vector<const Result*> order;
  for (const ResultRole role : {ResultRole::kMutation, ResultRole::kUser}) {
    for (const Graph* graph : graphs) {
      for (const Result& result : results_of(*graph)) {
        if (result.role == role) order.push_back(&result);
      }
    }
  }
  std::vector<const Node*> tangents;
  for (const Graph* graph : graphs) {
    for (const Node& node : graph->nodes) {
      if (node.kind == NodeKind::kInput && node.role == Role::kTangent) tangents.push_back(&node);
    }
  }
  std::vector<std::optional<ValueName>> subjects(tangents.size());
  std::size_t end = order.size();
  for (std::size_t i = tangents.size(); i-- > 0;) {
    const ValueName name = name_of(*tangents[i]);
    std::size_t at = end;
    while (at > 0 && order[at - 1]->name != tangents[i]->name) --at;
    if (at > 0) end = at - 1;  // else out of order: by its name alone
    const bool is_mutation = at > 0 && order[end]->role == ResultRole::kMutation;
    subjects[i] = name;
    if (is_mutation) subjects[i]->result = ResultRole::kMutation;
  }
  return subjects;
}

py::list names_in_python(const std::vector<std::optional<ValueName>>& names) {
  py::list list;
  for (const auto& name : names) list.append(name ? to_python(*name) : py::none());
  return list;
}

bool has_tangents(const std::vector<const Graph*>& graphs) {
  return std::ranges::any_of(graphs, [](const Graph* graph) {
    return std::ranges::any_of(graph->nodes, [](const Node& node) {
      return node.kind == NodeKind::kInput && node.role == Role::kTangent;
    });
  });
}

bool has_gradients(const std::vector<const Graph*>& graphs) {
  return std::ranges::any_of(graphs, [](const Graph* graph) {
    const auto& results = results_of(*graph);
    return std::ranges::any_of(results, [](const Result& one) { return one.role == ResultRole::kGradient; });
  });
}

at::Tensor generator_state() { return at::globalContext().defaultGenerator(at::kCPU).get_state(); }

// What the generator is left in by a run that draws nothing.
at::Tensor seeded_state(std::uint64_t seed) { return at::detail::createCPUGenerator(seed).get_state(); }

bool is_replaced(const Graph& graph, const Name& name) {
  const auto& results = results_of(graph);
  return std::ranges::any_of(
      results, [&](const Result& one) { return one.role == ResultRole::kReplacement && one.name == name; });
}

std::string raised_text(const py::error_already_set& error) {
  return py::str(error.type().attr("__name__")).cast<std::string>() + ": " +
         first_line(py::str(error.value()).cast<std::string>());
}

// Whether the graphs run inside their program.
bool needs_program(const Script& script) {
  return has_trait(script.file->header.method, Trait::kInParts) &&
         (script.in_program || InProgram::is_needed(script.graphs));
}

}  // namespace

Rehearsal::Rehearsal(const Script& script)
    : script_(script),
      above_autograd_(has_trait(script.file->header.method, Trait::kAboveAutograd)),
      in_parts_(has_trait(script.file->header.method, Trait::kInParts)),
      aliasing_(expresses(script.file->header.method, Need::kAliasing)),
      dynamic_(expresses(script.file->header.method, Need::kDynamic)),
      transformed_(has_transform(script.test)),
      eager_(make_trial(script, "eager"), script.file->header.method),
      replay_(make_trial(script, "replay"), script.file->header.method) {
  Substitution substitution = script.phantom ? phantom_table() : Substitution();
  substitution.wide = script.wide;
  for (const Graph* graph : script.graphs)
    executables_.emplace_back(*script.file, *graph, PythonWorld{replay_.model, script.folder}, substitution);
  if (needs_program(script))
    in_program_ = std::make_unique<InProgram>(script.graphs, executables_, replay_.trial);
  if (transformed_)
    unread_ = py::module_::import("assay_python.program.unread")
                  .attr("unread")(replay_.model)
                  .cast<std::set<std::string>>();
}

std::size_t Rehearsal::operators() const {
  std::size_t total = 0;
  for (const Executable& one : executables_) total += one.operators();
  return total;
}

// Of a state that a pass has folded away, whether it has left it in the module or not.
bool Rehearsal::has_own_gradient(const std::string& state) const {
  return own_states_.contains(state) || unread_.contains(state);
}

void Rehearsal::bind(Flow& flow) {
  for (const Graph* graph : script_.graphs) {
    std::vector<c10::IValue>& inputs = flow.inputs.emplace_back();
    for (NodeId id = 0; id < graph->nodes.size(); ++id) {
      const Node& node = graph->nodes[id];
      if (node.kind != NodeKind::kInput) continue;
      const bool later = node.role == Role::kTangent || node.role == Role::kSaved;
      c10::IValue value;
      if (node.role == Role::kConstant) {
        // Dynamo's graphs read a module's attributes anew in each run, and what is replaced is so too; others
        // hold what they were.
        const bool is_read_anew = in_parts_ || is_replaced(*graph, node.name);
        const py::object live = is_read_anew ? replay_.attribute(node.name.str()) : py::object();
        if (live) value = from_python(live);
        if (!live && node.constant) value = part_of_state(*graph, id);
        if (!live && !node.constant && is_used(*graph, id))
          throw CannotReplay(input_text(*graph, id) + ": the file does not have its value");
      } else if (!later) {
        value = replay_.value_of(*graph, id);
      }
      if (!above_autograd_ && is_tensor(value)) {
        flow.detached.emplace_back(value.toTensor(), value.toTensor().detach());
        value = flow.detached.back().second;
      }
      inputs.push_back(std::move(value));
    }
  }
}

// A constant in the memory of a state is a part of what the state is now: none where it lies in no such
// memory.
c10::IValue Rehearsal::part_of_state(const Graph& graph, NodeId id) const {
  const Node& node = graph.nodes[id];
  const auto& memory = node.constant->memory_of;
  if (!memory || memory->role == Role::kConstant) return {};
  const py::object state = replay_.find(memory->role, ValueName{.path = memory->name.str()});
  if (!state || !TensorReader::is_tensor(state)) return {};
  try {
    const at::Tensor part = part_of(THPVariable_Unpack(state.ptr()), node, script_.wide);
    return part.defined() ? c10::IValue(part) : c10::IValue();
  } catch (const Misfit& misfit) {
    throw CannotReplay(input_text(graph, id) + ", in the memory of '" + memory->name.str() +
                       "': " + misfit.what());
  }
}

// A pass may fold states into others or make new ones; those that both sides still hold alike are comparable.
void Rehearsal::find_own_states() {
  own_states_.clear();
  if (!transformed_) return;
  script_.enter(Stage::kCompare);
  for (const Side* side : {&eager_, &replay_}) {
    const Side& other = side == &eager_ ? replay_ : eager_;
    for (const Held& held : side->held()) {
      const py::object there = other.find(held.role, ValueName{.path = held.name});
      if (held.role == Role::kUser || !TensorReader::is_tensor(held.value)) continue;
      const bool is_there = there && alike(held.value, there);
      if (!is_there) own_states_.insert(held.name);
    }
  }
  script_.enter(Stage::kReplay);
}

py::object Rehearsal::run_eager(const RunPlan& plan, Flow& flow, Witness* witness,
                                native::NativeRecorder* recorder) {
  const KeptSettings kept;
  eager_.look();
  find_own_states();
  if (recorder != nullptr) tell_inputs(eager_, *recorder);
  if (above_autograd_ || has_gradients(script_.graphs)) {
    flow.asked_eager = asked_gradients(eager_, script_.graphs);
    flow.asked_replay = asked_gradients(replay_, script_.graphs);
    const auto is_own = [this](const auto& asked) { return has_own_gradient(asked.first); };
    std::erase_if(flow.asked_eager, is_own);
    std::erase_if(flow.asked_replay, is_own);
  }
  py::object about = py::none();
  if (!in_program_ && has_tangents(script_.graphs)) {
    flow.tangents_of = subjects_of_tangents(script_.graphs);
    // Where Python gives more the program runs as a whole, and its own tangents start the backward pass.
    about = py::cpp_function([this, names = names_in_python(flow.tangents_of)](const py::list& results) {
      return python_gives_more(results) ? py::object(py::none()) : py::object(names);
    });
  }
  py::list asked;
  for (const auto& [name, value] : flow.asked_eager) asked.append(py::make_tuple(name, value));
  return eager_.trial.attr("run")(plan.seed, asked, about, python_reference(witness),
                                  python_reference(recorder));
}

namespace {

// What AOTAutograd's runtime does with what a graph gives for a mutated input: another view of the input's
// own memory, as `x.t_()` makes one, is where the input lies from then on.
void write(const at::Tensor& written, const at::Tensor& made) {
  if (has_place(written) && has_place(made) && written.is_alias_of(made)) {
    if (!written.is_set_to(made)) written.set_data(made);
  } else if (made.sizes() == written.sizes() && made.scalar_type() == written.scalar_type()) {
    written.detach().copy_(made);
  } else {
    written.set_data(made.clone());
  }
}

}  // namespace

// `x.t_()` and `x.set_(y)` change the tensor and not what is in its memory.
void Rehearsal::apply_metadata(const Flow& flow) {
  for (const auto& [own, given] : flow.detached) {
    if (has_place(own) && has_place(given) && !own.is_set_to(given)) own.set_data(given);
  }
}

// A functional graph returns new values of states. They are written here, before the next graph runs. A state
// that is replaced gets another tensor; the old one is not written, since others may hold it.
void Rehearsal::apply_effects(std::size_t index, const Flow& flow) {
  // No witness sees it, nor is it widened.
  const c10::impl::ExcludeDispatchKeyGuard no_modes(
      c10::DispatchKeySet{c10::DispatchKey::Python, c10::DispatchKey::PythonTLSSnapshot});
  const at::NoGradGuard no_grad;
  apply_metadata(flow);
  const auto& results = results_of(*script_.graphs[index]);
  for (std::size_t r = 0; r < results.size(); ++r) {
    const auto& [role, name, _] = results[r];
    const c10::IValue& value = flow.outputs[index][r];
    bool is_there = true;
    if (role == ResultRole::kMutation) is_there = write_state(name, value);
    if (role == ResultRole::kReplacement) is_there = replace_state(name, value);
    if (!is_there)
      throw CannotReplay(script_.graphs[index]->name.str() + ": the result '" + label_of(results[r]) +
                         "' is no parameter, buffer or input of the case");
  }
}

bool Rehearsal::write_state(const Name& name, const c10::IValue& value) {
  py::object target;
  for (const Role role : {Role::kBuffer, Role::kUser, Role::kParameter}) {
    if (!target) target = replay_.find(role, name);
  }
  if (!target) target = replay_.attribute(name.str());
  if (!target || !TensorReader::is_tensor(target) || !value.isTensor()) return false;
  write(THPVariable_Unpack(target.ptr()), value.toTensor());
  return true;
}

bool Rehearsal::replace_state(const Name& name, const c10::IValue& value) {
  return replay_.trial.attr("rebind")(name.str(), to_python(value)).cast<bool>();
}

namespace {

// As a file has an object of Python's.
std::string text_of(const py::object& value) {
  SymbolTable symbols;
  return print_value(ValueReader(symbols, {}).read(value));
}

// Whether a result shares its memory with an input, a state or another result of eager's, even an empty one.
// Then it needs no tangent of its own.
bool lies_in_another(const at::Tensor& value, const std::string& name, const py::list& results,
                     const std::vector<Held>& held) {
  const auto is_there = [&](const py::object& other) {
    if (!TensorReader::is_tensor(other)) return false;
    const at::Tensor& tensor = THPVariable_Unpack(other.ptr());
    return has_place(tensor) && value.is_alias_of(tensor);
  };
  for (const py::handle row : results) {
    const py::tuple parts = py::reinterpret_borrow<py::tuple>(row);
    if (parts[0].cast<std::string>() != name && is_there(py::object(parts[1]))) return true;
  }
  return std::ranges::any_of(held, is_there, &Held::value);
}

// Whether a joint graph takes a tangent of the result.
bool has_tangent(const std::vector<std::optional<ValueName>>& tangents, const std::string& name) {
  return std::ranges::any_of(
      tangents, [&](const std::optional<ValueName>& subject) { return subject == ValueName{.path = name}; });
}

void notice_structure(std::string message, Observation observation, Shown& shown) {
  if (shown.structure.empty()) shown.structure = std::move(message);
  shown.not_values.push_back(std::move(observation));
}

}  // namespace

// A result of eager's with a history has a tangent in a joint graph that takes any.
bool Rehearsal::needs_tangent(const Flow& flow, const std::string& name, const at::Tensor& value) const {
  if (flow.tangents_of.empty() || transformed_ || !has_place(value)) return false;
  if (value.grad_fn() == nullptr ||
      dynamic_cast<const torch::autograd::NotImplemented*>(value.grad_fn().get()) != nullptr)
    return false;
  return !lies_in_another(value, name, py::list(flow.ran.attr("results")), eager_.held());
}

void Rehearsal::pair_results(const Flow& flow, Shown& shown) {
  const std::map<std::string, c10::IValue> captured = results_by_name(flow);
  std::set<std::string> names;
  for (const py::handle row : py::list(flow.ran.attr("results"))) {
    const py::tuple parts = py::reinterpret_borrow<py::tuple>(row);
    const auto name = parts[0].cast<std::string>();
    names.insert(name);
    const auto found = captured.find(name);
    if (found == captured.end()) {
      notice_structure("eager gives a result " + name + ", the capture does not",
                       {Observable::kAbsent, Subject{Subject::Kind::kResult, name}}, shown);
      continue;
    }
    c10::IValue eager = from_python(py::object(parts[1]));
    const c10::IValue& replay = found->second;
    if (eager.isPyObject() && replay.isString()) eager = text_of(py::object(parts[1]));
    if (is_tensor(eager) && is_tensor(replay))
      notice_strides({Subject::Kind::kResult, name}, eager.toTensor(), replay.toTensor(), shown);
    const bool is_known = (above_autograd_ || in_program_) && replay.isTensor();
    const bool learns = is_known ? replay.toTensor().requires_grad() : has_tangent(flow.tangents_of, name);
    if (eager.isTensor() && eager.toTensor().requires_grad() != learns &&
        (is_known || learns || needs_tangent(flow, name, eager.toTensor())))
      notice_structure("result " + name +
                           (learns ? " requires a gradient in the replay, not in eager"
                                   : " requires a gradient in eager, not in the replay"),
                       {Observable::kRequiresGrad, Subject{Subject::Kind::kResult, name}}, shown);
    shown.pairs.push_back({{Subject::Kind::kResult, name}, eager, replay});
  }
  for (const auto& [name, value] : captured) {
    if (names.contains(name)) continue;
    notice_structure("eager gives " + std::to_string(names.size()) + " results, the capture " +
                         std::to_string(captured.size()),
                     {Observable::kAbsent, Subject{Subject::Kind::kResult, name}}, shown);
  }
}

// A tensor that is given twice has one gradient, under the first of its names; a graph with an input for each
// has a part of it for each.
std::string Rehearsal::asked_name(const Flow& flow, const Name& name) const {
  for (const Role role : {Role::kParameter, Role::kBuffer, Role::kUser}) {
    const py::object value = replay_.find(role, name);
    if (!value) continue;
    for (const auto& [first, tensor] : flow.asked_replay) {
      if (tensor.is(value)) return first;
    }
  }
  return name.str();
}

void Rehearsal::pair_gradients(const Flow& flow, Shown& shown) {
  std::map<std::string, c10::IValue> eager, replay;
  const py::dict found(flow.ran.attr("gradients"));
  for (const auto& [name, value] : found) eager[name.cast<std::string>()] = from_python(value);
  for (std::size_t i = 0; i < flow.replay_gradients.size(); ++i)
    replay[flow.asked_replay[i].first] = from_python(flow.replay_gradients[i]);
  if (in_program_) {
    for (const auto& [name, value] : py::dict(flow.ran_replay.attr("gradients")))
      replay[name.cast<std::string>()] = from_python(value);
  }
  for (std::size_t i = 0; i < flow.outputs.size(); ++i) {
    const auto& results = results_of(*script_.graphs[i]);
    for (std::size_t r = 0; r < results.size(); ++r) {
      const bool compared =
          results[r].role == ResultRole::kGradient && !has_own_gradient(results[r].name.str());
      if (!compared) continue;
      c10::IValue& total = replay[asked_name(flow, results[r].name)];
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
    const c10::IValue left = made(eager[name], replay[name]), right = made(replay[name], eager[name]);
    shown.pairs.push_back({{Subject::Kind::kGradient, name}, left, right});
    if (is_tensor(eager[name]) == is_tensor(replay[name]) || !same_bits(left.toTensor(), right.toTensor()))
      continue;
    const bool in_eager = is_tensor(eager[name]);
    add_finding(
        {FindingKind::kNoGradient, "gradient of " + name + ": eager gives " +
                                       (in_eager ? "zeros, the capture none" : "none, the capture zeros")},
        shown);
  }
}

void Rehearsal::pair_states(Shown& shown) {
  eager_.look();
  replay_.look();
  for (const Held& held : eager_.held()) {
    if (!TensorReader::is_tensor(held.value) || (held.role != Role::kUser && own_states_.contains(held.name)))
      continue;
    const py::object other = replay_.find(held.role, ValueName{.path = held.name});
    if (!other) {
      const Subject state = state_of(held.role, held.name);
      notice_structure(to_string(state) + " is there after eager, not after the replay",
                       {Observable::kAbsent, state}, shown);
      continue;
    }
    const Subject state = state_of(held.role, held.name);
    const c10::IValue eager = from_python(held.value), replay = from_python(other);
    if (is_tensor(eager) && is_tensor(replay))
      notice_strides(state, eager.toTensor(), replay.toTensor(), shown);
    shown.pairs.push_back({state, eager, replay});
  }
}

namespace {

std::map<Subject, c10::IValue> midway_states(const py::object& rows) {
  std::map<Subject, c10::IValue> values;
  for (const py::handle row : py::list(rows)) {
    const auto parts = py::reinterpret_borrow<py::tuple>(row);
    values.emplace(state_of(role_of(parts[0]), parts[1].cast<std::string>(), true),
                   from_python(py::object(parts[2])));
  }
  return values;
}

// What a program makes of plain tensors may be none.
void require_readable(const std::vector<Pairing>& pairs) {
  for (const Pairing& pair : pairs) {
    for (const c10::IValue* value : {&pair.eager, &pair.replay})
      if (value->isTensor()) require_values(value->toTensor(), word_of(pair.subject.kind), pair.subject.name);
  }
}

}  // namespace

// Where a backward pass is a step of its own on both sides.
void Rehearsal::pair_midway(const Flow& flow, Shown& shown) const {
  const py::object replayed = in_program_ ? flow.ran_replay.attr("midway") : flow.midway_replay;
  if (!replayed) return;
  const std::map<Subject, c10::IValue> replay = midway_states(replayed);
  for (const auto& [subject, eager] : midway_states(flow.ran.attr("midway"))) {
    const auto other = replay.find(subject);
    if (other == replay.end() ||
        (subject.kind != Subject::Kind::kInput && own_states_.contains(subject.name)))
      continue;
    shown.pairs.push_back({subject, eager, other->second});
  }
}

// A functional graph gives new memory for what it would have written, and AOTAutograd's runtime, which is not
// in the file, makes views of that anew.
bool Rehearsal::gives_new_memory(const Subject& subject) const {
  const bool functional = !aliasing_ && !above_autograd_ && !in_program_;
  const auto is_written = [&](const Graph* graph) {
    return std::ranges::any_of(results_of(*graph), [&](const Result& one) {
      return one.role == ResultRole::kMutation && one.name.view() == subject.name;
    });
  };
  return functional && subject.kind != Subject::Kind::kResult &&
         std::ranges::any_of(script_.graphs, is_written);
}

void Rehearsal::probe(Shown& shown) {
  std::vector<Probed> tensors;
  std::vector<at::Tensor> left_out;
  for (const Pairing& pair : shown.pairs) {
    if (pair.subject.kind == Subject::Kind::kGradient || pair.subject.midway) continue;
    if (!is_tensor(pair.eager) || !is_tensor(pair.replay)) continue;
    if (gives_new_memory(pair.subject)) left_out.push_back(pair.eager.toTensor());
    tensors.push_back({pair.subject, pair.eager.toTensor(), pair.replay.toTensor()});
  }
  std::erase_if(tensors, [&](const Probed& one) {
    return std::ranges::any_of(left_out,
                               [&](const at::Tensor& written) { return share(one.eager, written); });
  });
  for (const AliasDifference& difference : alias_differences(tensors)) {
    if (shown.alias.empty()) shown.alias = difference.message;
    shown.not_values.push_back({Observable::kAlias, difference.written, difference.changed});
  }
}

namespace {

std::string strides_text(const at::Tensor& tensor) {
  std::string text;
  for (const std::int64_t step : tensor.strides())
    text.append(text.empty() ? "[" : ", ").append(std::to_string(step));
  return text + "]";
}

// Along a dimension of one element no step is taken.
bool lie_alike(const at::Tensor& left, const at::Tensor& right) {
  for (std::int64_t i = 0; i < left.dim(); ++i)
    if (left.size(i) > 1 && left.stride(i) != right.stride(i)) return false;
  return true;
}

}  // namespace

void Rehearsal::notice_strides(const Subject& subject, const at::Tensor& eager, const at::Tensor& replay,
                               Shown& shown) const {
  const bool comparable = runs_like_eager() && eager.layout() == at::kStrided &&
                          replay.layout() == at::kStrided && !eager.is_nested() && !replay.is_nested() &&
                          eager.sizes() == replay.sizes();
  if (!comparable || eager.numel() == 0 || lie_alike(eager, replay)) return;
  add_finding({FindingKind::kStride, to_string(subject) + " has strides " + strides_text(eager) +
                                         " in eager, " + strides_text(replay) + " in the replay"},
              shown);
}

// Both sides started from one seed.
void Rehearsal::notice_draws(const at::Tensor& after_eager, Shown& shown) const {
  if (!runs_like_eager()) return;
  if (!after_eager.equal(generator_state()))
    add_finding({FindingKind::kGenerator, "the generator is left in another state than by eager"}, shown);
}

void Rehearsal::notice_python_state(const py::dict& before, Shown& shown) const {
  if (!runs_like_eager()) return;
  const py::dict eager = eager_.trial.attr("python_state")();
  const py::dict replay = replay_.trial.attr("python_state")();
  const auto at = [](const py::dict& held, const py::handle& name) -> py::object {
    return held.contains(name) ? py::object(held[name]) : py::object(py::str("nothing"));
  };
  for (const auto& [name, value] : eager) {
    const py::object was = at(before, name), left = at(replay, name);
    if (was.equal(value) || left.equal(value)) continue;
    add_finding(
        {FindingKind::kPythonState, "eager changes " + name.cast<std::string>() + " from " +
                                        first_line(py::repr(was)) + " to " + first_line(py::repr(value)) +
                                        ", the capture leaves it at " + first_line(py::repr(left))},
        shown);
    return;
  }
}

// Inputs and states of both sides; whether the run can go on.
bool Rehearsal::prepare(const RunPlan& plan, Flow& flow, Shown& shown) {
  const std::string kind(to_string(plan.kind));
  try {
    eager_.prepare(kind, plan.index, plan.seed, plan.keeps_whole, plan.puts_back);
    replay_.prepare(kind, plan.index, plan.seed, plan.keeps_whole, plan.puts_back);
  } catch (py::error_already_set& error) {
    if (is_unsupported(error)) throw;
    shown.eager_raised = "making the inputs raises " + raised_text(error);
    return false;
  }
  is_captured_run_ = runs_ == 0 && plan.kind == RunKind::kSame;
  const bool is_asked = plan.kind == RunKind::kOtherSize || plan.kind == RunKind::kGiven;
  if (is_asked && !script_.refusal.is_none() && !script_.wide)
    shown.refusal = replay_.trial.attr("refusal")(script_.refusal).cast<std::string>();
  replay_.look();
  if (in_program_) return true;
  try {
    bind(flow);
  } catch (CannotReplay& error) {
    shown.failed = error.what();
    return false;
  }
  notice_assumptions(shown);
  for (std::size_t i = 0; dynamic_ && i < script_.graphs.size() && !shown.outside; ++i)
    shown.outside = first_guard_broken(*script_.graphs[i], flow.inputs[i]);
  // A recording is of one run, and Dynamo guards the shapes of states: of a program that gives a state
  // another one, the next run is another recording, and compiled anew.
  const bool holds_for_shapes = in_parts_ || has_trait(script_.file->header.method, Trait::kRecordsRun);
  const bool is_next = runs_ > 0 && !script_.wide && holds_for_shapes;
  for (std::size_t i = 0; is_next && i < script_.graphs.size() && !shown.outside; ++i)
    shown.outside = first_state_changed(*script_.graphs[i], flow.inputs[i]);
  return true;
}

// The replay's half of a run; what stops it is told in `shown`.
void Rehearsal::execute(const RunPlan& plan, Flow& flow, Witnesses witnesses, Recorders recorders,
                        Shown& shown) {
  try {
    if (in_program_) return run_in_program(plan, flow, witnesses, recorders, shown);
    run_replay(plan, flow, witnesses.replay, recorders.replay, shown);
  } catch (CannotReplay& error) {
    shown.failed = error.what();
  } catch (py::error_already_set& error) {
    if (is_unsupported(error)) throw;
    shown.failed = raised_text(error);
  }
}

Shown Rehearsal::run(const RunPlan& plan, Witnesses witnesses, Recorders recorders) {
  script_.enter(Stage::kReplay);
  const DrawsInOrder draws(script_.phantom);
  Shown shown;
  Flow flow;
  if (!prepare(plan, flow, shown)) return shown;
  const py::dict python_before(runs_like_eager() ? eager_.trial.attr("python_state")() : py::dict());
  try {
    flow.ran = run_eager(plan, flow, witnesses.eager, recorders.eager);
  } catch (py::error_already_set& error) {
    if (is_unsupported(error)) throw;
    shown.eager_raised = "eager itself raises " + raised_text(error);
    if (runs_ > 0) execute(plan, flow, {}, {}, shown);
    shown.gives_value = runs_ > 0 && !shown.failed;
    return shown;
  }
  if (python_gives_more(py::list(flow.ran.attr("results"))) || python_exchanges_states())
    in_program_ = std::make_unique<InProgram>(script_.graphs, executables_, replay_.trial);
  const at::Tensor draws_of_eager = generator_state();
  shown.draws = !draws_of_eager.equal(seeded_state(plan.seed));
  execute(plan, flow, witnesses, recorders, shown);
  ++runs_;
  if (shown.failed) return shown;
  script_.enter(Stage::kCompare);
  pair_results(flow, shown);
  pair_gradients(flow, shown);
  pair_midway(flow, shown);
  pair_states(shown);
  require_readable(shown.pairs);
  notice_draws(draws_of_eager, shown);
  notice_python_state(python_before, shown);
  probe(shown);
  return shown;
}

py::object bystander() { return trials().attr("Bystander")(); }

EagerAlone::EagerAlone(Script script, py::object witness, bool in_program)
    : script_(std::move(script)), witness_(std::move(witness)), in_program_(in_program) {}

std::map<Subject, c10::IValue> EagerAlone::after(const std::vector<RunPlan>& runs) {
  const DrawsInOrder draws(script_.phantom);
  const bool goes_on =
      side_ && made_.size() <= runs.size() && std::ranges::equal(made_, std::span(runs).first(made_.size()));
  if (!goes_on) {
    made_.clear();
    side_.emplace(make_trial(script_, "eager"), script_.file->header.method);
  }
  try {
    while (made_.size() < runs.size()) {
      values_ = run(runs[made_.size()]);
      made_.push_back(runs[made_.size()]);
    }
  } catch (...) {
    side_.reset();
    throw;
  }
  return values_;
}

std::map<Subject, c10::IValue> EagerAlone::run(const RunPlan& plan) {
  side_->prepare(to_string(plan.kind), plan.index, plan.seed, plan.keeps_whole, plan.puts_back);
  side_->look();
  py::list asked;
  for (const auto& [name, value] : asked_gradients(*side_, script_.graphs))
    asked.append(py::make_tuple(name, value));
  py::object about = py::none();
  if (!in_program_ && has_tangents(script_.graphs)) {
    const py::list names = names_in_python(subjects_of_tangents(script_.graphs));
    about = py::cpp_function([names](const py::list&) { return names; });
  }
  const py::object ran = side_->trial.attr("run")(plan.seed, asked, about, witness_);
  std::map<Subject, c10::IValue> values;
  for (auto& [name, value] : results_in(ran))
    values.emplace(Subject{Subject::Kind::kResult, name}, std::move(value));
  const py::dict gradients(ran.attr("gradients"));
  for (const auto& [name, value] : gradients)
    values.emplace(Subject{Subject::Kind::kGradient, name.cast<std::string>()}, from_python(value));
  values.merge(midway_states(ran.attr("midway")));
  side_->look();
  for (const Held& held : side_->held())
    values.emplace(state_of(held.role, held.name), from_python(held.value));
  return values;
}

}  // namespace assay::replay
