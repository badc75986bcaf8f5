// Binding: by role and name. Detaches inputs if autograd is in the graph.
#include "capture/side_by_side/binding.h"

#include <algorithm>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/python_variable.h>

#include "capture/execute/arguments.h"
#include "capture/execute/cannot_replay.h"
#include "capture/execute/handover.h"
#include "capture/execute/promises.h"
#include "capture/execute/py_values.h"
#include "capture/execute/shared_constants.h"
#include "capture/execute/symbols.h"
#include "capture/walker/tensor_reader.h"
#include "capture/walker/unsupported.h"
#include "capture/walker/value_reader.h"
#include "harness/graph/dead_views.h"
#include "harness/graph/text.h"
#include "harness/graph/value_name.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

bool is_drawn_of(const Graph& graph, NodeId id) {
  const auto draws = [id](const Argument& argument) {
    const auto* ref = std::get_if<Ref>(&argument.value.data);
    return argument.name.view() == "generator" && ref != nullptr && ref->node == id;
  };
  return graph.nodes[id].kind == NodeKind::kInput && std::ranges::any_of(graph.nodes, [&](const Node& node) {
           return std::ranges::any_of(node.args, draws);
         });
}

bool is_replaced(const Graph& graph, const Name& name) {
  const auto& results = results_of(graph);
  return std::ranges::any_of(
      results, [&](const Result& one) { return one.role == ResultRole::kReplacement && one.name == name; });
}

}  // namespace

void Binding::bind(Flow& flow) const {
  for (const Graph* graph : sides_.setup.graphs) {
    std::vector<c10::IValue>& inputs = flow.inputs.emplace_back();
    for (NodeId id = 0; id < graph->nodes.size(); ++id) {
      const Node& node = graph->nodes[id];
      if (node.kind != NodeKind::kInput) continue;
      const bool later = node.role == Role::kTangent || node.role == Role::kSaved;
      c10::IValue value;
      if (node.role == Role::kConstant) {
        // Dynamo's graphs, and graphs that replace the attribute, read it from the module in each run. Other
        // graphs keep the value of the capture.
        const bool is_read_anew = sides_.setup.traits.in_parts || is_replaced(*graph, node.name);
        const py::object live = is_read_anew ? sides_.replay.attribute(node.name.str()) : py::object();
        if (live) value = from_python(live);
        if (!live && node.constant) value = part_of_state(*graph, id);
        const py::object generator = live || node.constant ? py::object() : generator_at(*graph, id);
        if (generator) value = from_python(generator);
        if (!live && !node.constant && !generator && is_used(*graph, id))
          throw CannotReplay(input_text(*graph, id) + ": the file does not have its value");
      } else if (!later) {
        value = sides_.replay.value_of(*graph, id);
      }
      if (!sides_.setup.traits.above_autograd && is_tensor(value)) {
        flow.detached.emplace_back(value.toTensor(), value.toTensor().detach());
        value = flow.detached.back().second;
      }
      inputs.push_back(std::move(value));
    }
  }
}

// Export stores a generator of the program as a constant without a value, from which its operators draw.
py::object Binding::generator_at(const Graph& graph, NodeId id) const {
  if (!is_drawn_of(graph, id)) return {};
  std::size_t number = 0;
  for (NodeId other = 0; other < id; ++other) number += is_drawn_of(graph, other) ? 1 : 0;
  const std::vector<py::object> held = sides_.replay.program_run.generators();
  return number < held.size() ? held[number] : py::object();
}

// A constant in the memory of a state is a part of the state's current value. None if it is in no state's
// memory.
c10::IValue Binding::part_of_state(const Graph& graph, NodeId id) const {
  const Node& node = graph.nodes[id];
  const auto& memory = node.constant->memory_of;
  if (!memory || memory->role == Role::kConstant) return {};
  const py::object state = sides_.replay.find(memory->role, ValueName{.path = memory->name.str()});
  if (!state || !TensorReader::is_tensor(state)) return {};
  try {
    const at::Tensor part = part_of(THPVariable_Unpack(state.ptr()), node, sides_.setup.wide);
    return part.defined() ? c10::IValue(part) : c10::IValue();
  } catch (const Misfit& misfit) {
    throw CannotReplay(input_text(graph, id) + ", in the memory of '" + memory->name.str() +
                       "': " + misfit.what());
  }
}

// Dynamo guards that two tensor inputs are two objects.
std::optional<std::string> Binding::one_for_two() const {
  for (const Graph* graph : sides_.setup.graphs) {
    std::map<const void*, std::string> known;
    for (const Node& node : graph->nodes) {
      const bool own =
          node.role == Role::kUser || node.role == Role::kParameter || node.role == Role::kBuffer;
      if (node.kind != NodeKind::kInput || !own) continue;
      const py::object value = sides_.replay.find(node.role, node.name);
      if (!value || !TensorReader::is_tensor(value)) continue;
      const auto [first, is_new] = known.emplace(value.ptr(), node.name.str());
      if (!is_new) return "guard " + node.name.str() + " is not " + first->second + ": they are one tensor";
    }
  }
  return {};
}

namespace {

// The current value of a side at `path` of a file's `assumes`. None counts as a value.
std::optional<Value> now_at(const Side& side, const std::string& path) {
  const AssumedName name = parse_assumed_name(path);
  const py::object found =
      name.is_input ? side.program_run.input(name.path) : side.program_run.attribute(name.path);
  if (!found) return {};
  SymbolTable symbols;
  return ValueReader(symbols, {}).read(found);
}

}  // namespace

// Attributes and inputs that the capture read as constants under guards. The run may write values that later
// graphs assume. For these, the first run sets the expected value.
void Binding::notice_assumptions(ComparedRun& compared) {
  if (sides_.setup.traits.in_parts) compared.outside = one_for_two();
  for (std::size_t i = 0; i < sides_.setup.graphs.size(); ++i) {
    for (const auto& [key, assumed] : sides_.setup.graphs[i]->assumes.items) {
      const auto& path = std::get<std::string>(key.data);
      const std::optional<Value> now = now_at(sides_.eager, path);
      const auto [first, is_new] = assumed_first_.emplace(path, now);
      // A failed look-up is no broken guard.
      const bool is_known = now || !is_new;
      if (compared.outside || !is_known || (i == 0 && is_new ? now == assumed : now == first->second))
        continue;
      compared.outside = "guard " + path + " == " + print_value(assumed) +
                         (now ? ": it is " + print_value(*now) : ": it is not there");
    }
  }
}

// A tracer makes a number or text input a constant. An input that the graph does not read shows this.
std::optional<std::string> Binding::plain_exchanged(const RunPlan& plan) const {
  const Traits& traits = sides_.setup.traits;
  if (plan.kind != RunKind::kOtherPlain || traits.takes_numbers || traits.in_parts) return {};
  const std::string name = sides_.eager.program_run.plain_inputs().at(static_cast<std::size_t>(plan.index));
  for (const Graph* graph : sides_.setup.graphs) {
    for (NodeId id = 0; id < graph->nodes.size(); ++id) {
      const Node& node = graph->nodes[id];
      if (node.kind != NodeKind::kInput || node.role != Role::kUser || node.name.view() != name) continue;
      if (is_used(*graph, id)) return {};
      const auto* meta = std::get_if<ScalarMeta>(&node.outputs.at(0).data);
      const std::optional<Value> now = now_at(sides_.eager, to_string(AssumedName{name, true}));
      return "input " + name + ": is " + (now ? print_value(*now) : "another") + ", the capture has " +
             (meta == nullptr || meta->expr.empty() ? "a constant" : meta->expr.str());
    }
  }
  return "input " + name + ": is another, the capture has none";
}

bool Binding::prepare(const RunPlan& plan, Flow& flow, ComparedRun& compared) {
  try {
    sides_.eager.program_run.prepare(plan);
    sides_.replay.program_run.prepare(plan);
  } catch (py::error_already_set& error) {
    if (is_unsupported(error)) throw;
    compared.eager_raised = "making the inputs raises " + raised_text(error);
    return false;
  }
  sides_.is_captured_run = sides_.runs == 0 && plan.kind == RunKind::kSame;
  const bool is_asked =
      plan.kind == RunKind::kOtherSize || plan.kind == RunKind::kGiven || plan.kind == RunKind::kOtherPlain;
  if (is_asked && !sides_.setup.refusal.is_none() && !sides_.setup.wide)
    compared.refusal = sides_.replay.program_run.refusal(sides_.setup.refusal);
  sides_.replay.look();
  if (sides_.in_program) return true;
  try {
    bind(flow);
  } catch (CannotReplay& error) {
    compared.failed = error.what();
    return false;
  }
  notice_assumptions(compared);
  if (!compared.outside) compared.outside = plain_exchanged(plan);
  for (std::size_t i = 0; sides_.setup.traits.dynamic && i < sides_.setup.graphs.size() && !compared.outside;
       ++i)
    compared.outside = first_guard_broken(*sides_.setup.graphs[i], flow.inputs[i]);
  // A recording covers one run, and Dynamo guards the shapes of states. If a program changes a state's shape,
  // the next run needs a new recording or compilation.
  const bool holds_for_shapes = sides_.setup.traits.in_parts || sides_.setup.traits.records_run;
  const bool is_next = sides_.runs > 0 && !sides_.setup.wide && holds_for_shapes;
  for (std::size_t i = 0; is_next && i < sides_.setup.graphs.size() && !compared.outside; ++i)
    compared.outside = first_state_changed(*sides_.setup.graphs[i], flow.inputs[i]);
  return true;
}

}  // namespace assay::replay
