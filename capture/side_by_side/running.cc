// Running: eager unchanged, then the graphs, alone or inside the program.
#include "capture/side_by_side/running.h"

#include <algorithm>

#include <ATen/ATen.h>
#include <torch/csrc/autograd/python_variable.h>

#include "capture/execute/cannot_replay.h"
#include "capture/execute/promises.h"
#include "capture/execute/py_values.h"
#include "capture/native/recorded_run.h"
#include "capture/side_by_side/alias_probe.h"
#include "capture/side_by_side/kept_settings.h"
#include "capture/side_by_side/results.h"
#include "capture/side_by_side/tangents.h"
#include "capture/side_by_side/told_inputs.h"
#include "capture/walker/tensor_reader.h"
#include "capture/walker/unsupported.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

bool has_gradients(const std::vector<const Graph*>& graphs) {
  return std::ranges::any_of(graphs, [](const Graph* graph) {
    const auto& results = results_of(*graph);
    return std::ranges::any_of(results, [](const Result& one) { return one.role == ResultRole::kGradient; });
  });
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

}  // namespace

Ran RunningSides::eager(const RunPlan& plan, Flow& flow, OpTrace* trace, native::NativeRecorder* recorder) {
  const KeptSettings kept;
  sides_.eager.look();
  sides_.find_own_states();
  if (recorder != nullptr) tell_inputs(sides_.eager, *recorder);
  if (sides_.setup.traits.above_autograd || has_gradients(sides_.setup.graphs)) {
    flow.asked_eager = asked_gradients(sides_.eager, sides_.setup.graphs);
    flow.asked_replay = asked_gradients(sides_.replay, sides_.setup.graphs);
    const auto is_own = [this](const auto& asked) { return sides_.has_own_gradient(asked.first); };
    std::erase_if(flow.asked_eager, is_own);
    std::erase_if(flow.asked_replay, is_own);
  }
  py::object about = py::none();
  if (!sides_.in_program && has_tangents(sides_.setup.graphs)) {
    flow.tangents_of = subjects_of_tangents(sides_.setup.graphs);
    // If Python adds results, the whole program runs, and its own tangents start the backward pass.
    about = py::cpp_function([this, names = names_in_python(flow.tangents_of)](const py::list& results) {
      return python_gives_more(sides_, named_values(results)) ? py::object(py::none()) : py::object(names);
    });
  }
  return sides_.eager.program_run.run({.seed = plan.seed,
                                       .asked = flow.asked_eager,
                                       .about = about,
                                       .trace = python_reference(trace),
                                       .recorder = recorder});
}

namespace {

// Like AOTAutograd's runtime for a mutated input. If the graph returns another view of the input's own
// memory, such as for `x.t_()`, the input becomes that view. Otherwise the values are copied.
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

// `x.t_()` and `x.set_(y)` change the tensor, not its memory.
void RunningSides::apply_metadata(const Flow& flow) {
  for (const auto& [own, given] : flow.detached) {
    if (has_place(own) && has_place(given) && !own.is_set_to(given)) own.set_data(given);
  }
}

// A functional graph returns new values of states. They are written before the next graph runs. A replaced
// state becomes another tensor. The old tensor is not written, because others may hold it.
void RunningSides::apply_effects(std::size_t index, const Flow& flow) {
  // Hidden from traces, and not widened.
  const c10::impl::ExcludeDispatchKeyGuard no_modes(
      c10::DispatchKeySet{c10::DispatchKey::Python, c10::DispatchKey::PythonTLSSnapshot});
  const at::NoGradGuard no_grad;
  apply_metadata(flow);
  const auto& results = results_of(*sides_.setup.graphs[index]);
  for (std::size_t r = 0; r < results.size(); ++r) {
    const auto& [role, name, _] = results[r];
    const c10::IValue& value = flow.outputs[index][r];
    bool is_there = true;
    if (role == ResultRole::kMutation) is_there = write_state(name, value);
    if (role == ResultRole::kReplacement) is_there = replace_state(name, value);
    if (!is_there)
      throw CannotReplay(sides_.setup.graphs[index]->name.str() + ": the result '" + label_of(results[r]) +
                         "' is no parameter, buffer or input of the case");
  }
}

bool RunningSides::write_state(const Name& name, const c10::IValue& value) {
  py::object target;
  for (const Role role : {Role::kBuffer, Role::kUser, Role::kParameter}) {
    if (!target) target = sides_.replay.find(role, name);
  }
  if (!target) target = sides_.replay.attribute(name.str());
  if (!target || !TensorReader::is_tensor(target) || !value.isTensor()) return false;
  write(THPVariable_Unpack(target.ptr()), value.toTensor());
  return true;
}

bool RunningSides::replace_state(const Name& name, const c10::IValue& value) {
  return sides_.replay.program_run.rebind(name.str(), to_python(value));
}

// None for each tangent if eager has raised.
py::list RunningSides::tangents_in(const Flow& flow) {
  if (flow.ran) return flow.ran.tangents();
  py::list none;
  for (std::size_t i = 0; i < flow.tangents_of.size(); ++i) none.append(py::none());
  return none;
}

std::vector<c10::IValue> RunningSides::run_graph(std::size_t index, const Flow& flow,
                                                 const Handover& handover, const Watch& watch,
                                                 native::NativeRecorder* recorder) {
  const Graph& graph = *sides_.setup.graphs[index];
  std::vector<c10::IValue> inputs = flow.inputs[index];
  handover.fill(index, inputs);
  if (!flow.tangents_of.empty()) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < index; ++i) next += tangents_of(*sides_.setup.graphs[i]);
    fill_tangents(graph, tangents_in(flow), next, inputs);
  }
  if (sides_.keeps_promises()) check_inputs(graph, inputs);
  if (recorder != nullptr) tell_inputs(graph, inputs, *recorder);
  const native::RecordedRun recording(recorder);
  return sides_.executables[index].run(std::move(inputs), watch);
}

void RunningSides::notice_promises(const Graph& graph, NodeId id, const std::vector<c10::IValue>& outputs,
                                   ComparedRun& compared) const {
  if (compared.metadata) return;
  auto broken = broken_promise(graph, id, outputs);
  if (!broken) return;
  if (broken->is_used)
    compared.metadata = std::move(broken->at);
  else
    add_finding({FindingKind::kMetadata, mismatch_text(broken->at) + ", and nobody uses it", broken->at},
                compared);
}

Watch RunningSides::watch_of(const Graph& graph, OpTrace* trace, ComparedRun& compared) const {
  if (trace == nullptr && !sides_.keeps_promises()) return {};
  return [this, &graph, trace, &compared](NodeId id, const std::vector<c10::IValue>& outputs) {
    if (trace != nullptr) trace->mark(graph, id);
    if (sides_.keeps_promises()) notice_promises(graph, id, outputs, compared);
  };
}

// Runs the whole program with the file's graphs in it. Its values are in eager's form.
void RunningSides::in_program(const RunPlan& plan, Flow& flow, const OpTraces& traces,
                              const Recorders& recorders, ComparedRun& compared) {
  const KeptSettings kept;
  InProgram::Run how{.seed = plan.seed, .trace = traces.replay, .recorder = recorders.replay};
  for (const auto& [name, value] : flow.asked_replay) how.asked.append(py::make_tuple(name, value));
  how.check_inputs = sides_.keeps_promises();
  how.watch = [&](const Graph& graph) { return watch_of(graph, traces.replay, compared); };
  if (recorders.replay != nullptr) tell_inputs(sides_.replay, *recorders.replay);
  try {
    flow.ran_replay = Ran(sides_.in_program->run(how));
  } catch (...) {
    compared.outside = sides_.in_program->outside();
    throw;
  }
  compared.outside = sides_.in_program->outside();
}

void RunningSides::run_graphs(const RunPlan& plan, Flow& flow, OpTrace* trace,
                              native::NativeRecorder* recorder, ComparedRun& compared) {
  const KeptSettings kept;
  py::module_::import("assay_python.program.seeds").attr("start_from")(plan.seed);
  const Entered draws(drawn_by_shape_if(sides_.setup));
  const Entered precision(widened_if(sides_.setup));
  const Entered mode(watched_by(trace));
  if (sides_.setup.traits.above_autograd) flow.points_replay = points_of(flow.asked_replay);
  Handover handover(sides_.setup.graphs);
  for (std::size_t i = 0; i < sides_.setup.graphs.size(); ++i) {
    const Graph& graph = *sides_.setup.graphs[i];
    if (i > 0 && tangents_of(graph) > 0) note_midway(flow);
    flow.outputs.push_back(run_graph(i, flow, handover, watch_of(graph, trace, compared), recorder));
    handover.take(i, flow.outputs.back());
    apply_effects(i, flow);
  }
  if (!sides_.setup.traits.above_autograd || !flow.ran) return;
  note_midway(flow);
  take_gradients(flow, recorder);
}

void RunningSides::note_midway(Flow& flow) const {
  if (!flow.asked_replay.empty()) flow.midway_replay = sides_.replay.program_run.states();
}

// Gradients of the results in eager's order, through the operators that ran.
void RunningSides::take_gradients(Flow& flow, native::NativeRecorder* recorder) {
  const ValuesByName captured = results_by_name(sides_, flow);
  py::list leaves;
  for (const auto& [name, value] : flow.ran.results()) {
    const auto found = captured.find(name);
    if (found == captured.end()) return;  // reported by pairing.cc
    leaves.append(to_python(found->second));
  }
  flow.replay_gradients =
      sides_.replay.program_run.replayed_gradients(leaves, flow.ran.layout(), flow.points_replay, recorder);
}

void RunningSides::replay(const RunPlan& plan, Flow& flow, OpTraces traces, Recorders recorders,
                          ComparedRun& compared) {
  try {
    if (sides_.in_program) return in_program(plan, flow, traces, recorders, compared);
    run_graphs(plan, flow, traces.replay, recorders.replay, compared);
  } catch (CannotReplay& error) {
    compared.failed = error.what();
  } catch (py::error_already_set& error) {
    if (is_unsupported(error)) throw;
    compared.failed = raised_text(error);
  }
}

}  // namespace assay::replay
