// Pairing: values by name, then aliasing, strides, random draws and Python state.
#include "capture/side_by_side/pairing.h"

#include <algorithm>
#include <map>
#include <set>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/functions/basic_ops.h>
#include <torch/csrc/autograd/python_variable.h>

#include "capture/execute/handover.h"
#include "capture/execute/py_values.h"
#include "capture/side_by_side/alias_probe.h"
#include "capture/side_by_side/likeness.h"
#include "capture/side_by_side/results.h"
#include "capture/walker/plain_memory.h"
#include "capture/walker/tensor_reader.h"
#include "capture/walker/value_reader.h"
#include "harness/graph/text.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

// A Python object in the form of a graph file.
std::string text_of(const py::object& value) {
  SymbolTable symbols;
  return print_value(ValueReader(symbols, {}).read(value));
}

// Whether a result shares memory with an input, a state or another result of eager, even an empty memory.
// Such a result needs no tangent.
bool lies_in_another(const at::Tensor& value, const std::string& name, const std::vector<NamedValue>& results,
                     const std::vector<Held>& held) {
  const auto is_there = [&](const py::object& other) {
    if (!TensorReader::is_tensor(other)) return false;
    const at::Tensor& tensor = THPVariable_Unpack(other.ptr());
    return has_place(tensor) && value.is_alias_of(tensor);
  };
  for (const auto& [other, it] : results)
    if (other != name && is_there(it)) return true;
  return std::ranges::any_of(held, is_there, &Held::value);
}

bool has_tangent(const std::vector<std::optional<ValueName>>& tangents, const std::string& name) {
  return std::ranges::any_of(
      tangents, [&](const std::optional<ValueName>& subject) { return subject == ValueName{.path = name}; });
}

void notice_structure(std::string message, Observation observation, ComparedRun& compared) {
  if (compared.structure.empty()) compared.structure = std::move(message);
  compared.not_values.push_back(std::move(observation));
}

// A program may turn plain tensors into tensors that cannot be read.
void require_readable(const std::vector<Pairing>& pairs) {
  for (const Pairing& pair : pairs) {
    for (const c10::IValue* value : {&pair.eager, &pair.replay})
      if (value->isTensor()) require_values(value->toTensor(), word_of(pair.subject.kind), pair.subject.name);
  }
}

std::string strides_text(const at::Tensor& tensor) {
  std::string text;
  for (const std::int64_t step : tensor.strides())
    text.append(text.empty() ? "[" : ", ").append(std::to_string(step));
  return text + "]";
}

// The stride of a dimension with one element does not matter.
bool lie_alike(const at::Tensor& left, const at::Tensor& right) {
  for (std::int64_t i = 0; i < left.dim(); ++i)
    if (left.size(i) > 1 && left.stride(i) != right.stride(i)) return false;
  return true;
}

class Pairs {
 public:
  Pairs(Sides& sides, const Flow& flow, ComparedRun& compared)
      : sides_(sides), flow_(flow), shown_(compared) {}

  void pair_results();
  void pair_gradients();
  void pair_midway();
  void pair_states();
  void probe();
  void notice_draws(const at::Tensor& after_eager);
  void notice_python_state(const py::dict& before);

 private:
  bool needs_tangent(const std::string& name, const at::Tensor& value) const;
  std::string asked_name(const Name& name) const;
  bool gives_new_memory(const Subject& subject) const;
  void notice_strides(const Subject& subject, const at::Tensor& eager, const at::Tensor& replay);

  Sides& sides_;
  const Flow& flow_;
  ComparedRun& shown_;
};

// A result of eager with a history must have a tangent in a joint graph that takes tangents.
bool Pairs::needs_tangent(const std::string& name, const at::Tensor& value) const {
  if (flow_.tangents_of.empty() || sides_.transformed || !has_place(value)) return false;
  if (value.grad_fn() == nullptr ||
      dynamic_cast<const torch::autograd::NotImplemented*>(value.grad_fn().get()) != nullptr)
    return false;
  return !lies_in_another(value, name, flow_.ran.results(), sides_.eager.held());
}

void Pairs::pair_results() {
  const ValuesByName captured = results_by_name(sides_, flow_);
  std::set<std::string> names;
  for (const auto& [name, value] : flow_.ran.results()) {
    names.insert(name);
    const auto found = captured.find(name);
    if (found == captured.end()) {
      notice_structure("eager gives a result " + name + ", the capture does not",
                       {Observable::kAbsent, Subject{Subject::Kind::kResult, name}}, shown_);
      continue;
    }
    c10::IValue eager = from_python(value);
    const c10::IValue& replay = found->second;
    if (eager.isPyObject() && replay.isString()) eager = text_of(value);
    if (is_tensor(eager) && is_tensor(replay))
      notice_strides({Subject::Kind::kResult, name}, eager.toTensor(), replay.toTensor());
    const bool is_known = (sides_.setup.traits.above_autograd || sides_.in_program) && replay.isTensor();
    const bool learns = is_known ? replay.toTensor().requires_grad() : has_tangent(flow_.tangents_of, name);
    if (eager.isTensor() && eager.toTensor().requires_grad() != learns &&
        (is_known || learns || needs_tangent(name, eager.toTensor())))
      notice_structure("result " + name +
                           (learns ? " requires a gradient in the replay, not in eager"
                                   : " requires a gradient in eager, not in the replay"),
                       {Observable::kRequiresGrad, Subject{Subject::Kind::kResult, name}}, shown_);
    shown_.pairs.push_back({{Subject::Kind::kResult, name}, eager, replay});
  }
  for (const auto& [name, value] : captured) {
    if (names.contains(name)) continue;
    notice_structure("eager gives " + std::to_string(names.size()) + " results, the capture " +
                         std::to_string(captured.size()),
                     {Observable::kAbsent, Subject{Subject::Kind::kResult, name}}, shown_);
  }
}

// A tensor passed twice has one gradient, under its first name. A graph with an input per name has a part of
// the gradient for each.
std::string Pairs::asked_name(const Name& name) const {
  for (const Role role : {Role::kParameter, Role::kBuffer, Role::kUser}) {
    const py::object value = sides_.replay.find(role, name);
    if (!value) continue;
    for (const auto& [first, tensor] : flow_.asked_replay) {
      if (tensor.is(value)) return first;
    }
  }
  return name.str();
}

void Pairs::pair_gradients() {
  std::map<std::string, c10::IValue> eager, replay;
  for (const auto& [name, value] : flow_.ran.gradients()) eager[name] = from_python(value);
  for (std::size_t i = 0; i < flow_.replay_gradients.size(); ++i)
    replay[flow_.asked_replay[i].first] = from_python(flow_.replay_gradients[i]);
  if (sides_.in_program) {
    for (const auto& [name, value] : flow_.ran_replay.gradients()) replay[name] = from_python(value);
  }
  for (std::size_t i = 0; i < flow_.outputs.size(); ++i) {
    const auto& results = results_of(*sides_.setup.graphs[i]);
    for (std::size_t r = 0; r < results.size(); ++r) {
      const bool compared =
          results[r].role == ResultRole::kGradient && !sides_.has_own_gradient(results[r].name.str());
      if (!compared) continue;
      c10::IValue& total = replay[asked_name(results[r].name)];
      const c10::IValue& part = flow_.outputs[i][r];
      const bool both =
          is_tensor(total) && is_tensor(part) && total.toTensor().sizes() == part.toTensor().sizes();
      total = both ? c10::IValue(total.toTensor() + part.toTensor()) : is_tensor(part) ? part : total;
    }
  }
  std::set<std::string> names;
  for (const auto& [name, value] : eager) names.insert(name);
  for (const auto& [name, value] : replay) names.insert(name);
  // A missing gradient equals a gradient of zero.
  const auto made = [](const c10::IValue& value, const c10::IValue& like) -> c10::IValue {
    return !is_tensor(value) && is_tensor(like) ? at::zeros_like(like.toTensor()) : value;
  };
  for (const std::string& name : names) {
    const c10::IValue left = made(eager[name], replay[name]), right = made(replay[name], eager[name]);
    shown_.pairs.push_back({{Subject::Kind::kGradient, name}, left, right});
    if (is_tensor(eager[name]) == is_tensor(replay[name]) || !same_bits(left.toTensor(), right.toTensor()))
      continue;
    const bool in_eager = is_tensor(eager[name]);
    add_finding(
        {FindingKind::kNoGradient, "gradient of " + name + ": eager gives " +
                                       (in_eager ? "zeros, the capture none" : "none, the capture zeros")},
        shown_);
  }
}

void Pairs::pair_states() {
  sides_.eager.look();
  sides_.replay.look();
  for (const Held& held : sides_.eager.held()) {
    if (!TensorReader::is_tensor(held.value) ||
        (held.role != Role::kUser && sides_.own_states.contains(held.name)))
      continue;
    const py::object other = sides_.replay.find(held.role, ValueName{.path = held.name});
    if (!other) {
      const Subject state = state_of(held.role, held.name);
      notice_structure(to_string(state) + " is there after eager, not after the replay",
                       {Observable::kAbsent, state}, shown_);
      continue;
    }
    const Subject state = state_of(held.role, held.name);
    const c10::IValue eager = from_python(held.value), replay = from_python(other);
    if (is_tensor(eager) && is_tensor(replay)) notice_strides(state, eager.toTensor(), replay.toTensor());
    shown_.pairs.push_back({state, eager, replay});
  }
}

// Only if the backward pass is a separate step on both sides.
void Pairs::pair_midway() {
  if (!sides_.in_program && !flow_.midway_replay) return;
  const auto replay = values_midway(sides_.in_program ? flow_.ran_replay.midway() : *flow_.midway_replay);
  for (const auto& [subject, eager] : values_midway(flow_.ran.midway())) {
    const auto other = replay.find(subject);
    if (other == replay.end() ||
        (subject.kind != Subject::Kind::kInput && sides_.own_states.contains(subject.name)))
      continue;
    shown_.pairs.push_back({subject, eager, other->second});
  }
}

// A functional graph returns new memory for mutated values. AOTAutograd's runtime, which is not in the file,
// would rebuild the views of it.
bool Pairs::gives_new_memory(const Subject& subject) const {
  const bool functional =
      !sides_.setup.traits.aliasing && !sides_.setup.traits.above_autograd && !sides_.in_program;
  const auto is_written = [&](const Graph* graph) {
    return std::ranges::any_of(results_of(*graph), [&](const Result& one) {
      return one.role == ResultRole::kMutation && one.name.view() == subject.name;
    });
  };
  return functional && subject.kind != Subject::Kind::kResult &&
         std::ranges::any_of(sides_.setup.graphs, is_written);
}

void Pairs::probe() {
  std::vector<Probed> tensors;
  std::vector<at::Tensor> left_out;
  for (const Pairing& pair : shown_.pairs) {
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
    if (shown_.alias.empty()) shown_.alias = difference.message;
    shown_.not_values.push_back({Observable::kAlias, difference.written, difference.changed});
  }
}

void Pairs::notice_strides(const Subject& subject, const at::Tensor& eager, const at::Tensor& replay) {
  const bool comparable = sides_.runs_like_eager() && eager.layout() == at::kStrided &&
                          replay.layout() == at::kStrided && !eager.is_nested() && !replay.is_nested() &&
                          eager.sizes() == replay.sizes();
  if (!comparable || eager.numel() == 0 || lie_alike(eager, replay)) return;
  add_finding({FindingKind::kStride, to_string(subject) + " has strides " + strides_text(eager) +
                                         " in eager, " + strides_text(replay) + " in the replay"},
              shown_);
}

// Both sides started from the same seed.
void Pairs::notice_draws(const at::Tensor& after_eager) {
  if (!sides_.runs_like_eager()) return;
  if (!after_eager.equal(generator_state()))
    add_finding({FindingKind::kGenerator, "the generator is left in another state than by eager"}, shown_);
}

void Pairs::notice_python_state(const py::dict& before) {
  if (!sides_.runs_like_eager()) return;
  const py::dict eager = sides_.eager.program_run.python_state();
  const py::dict replay = sides_.replay.program_run.python_state();
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
        shown_);
    return;
  }
}

}  // namespace

at::Tensor generator_state() { return at::globalContext().defaultGenerator(at::kCPU).get_state(); }

void pair_values(Sides& sides, const Flow& flow, const AfterEager& after, ComparedRun& compared) {
  Pairs pairs(sides, flow, compared);
  pairs.pair_results();
  pairs.pair_gradients();
  pairs.pair_midway();
  pairs.pair_states();
  require_readable(compared.pairs);
  pairs.notice_draws(after.generator);
  pairs.notice_python_state(after.python_before);
  pairs.probe();
}

}  // namespace assay::replay
