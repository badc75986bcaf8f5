// Rehearsal: the graphs of a file run in order, with what they take from each other and from Python.
#include <algorithm>
#include <set>

#include <ATen/ATen.h>

#include "capture/execute/arguments.h"
#include "capture/execute/promises.h"
#include "capture/execute/py_values.h"
#include "capture/execute/symbols.h"
#include "capture/native/recorded_run.h"
#include "capture/side_by_side/kept_settings.h"
#include "capture/side_by_side/rehearsal_flow.h"
#include "capture/side_by_side/told_inputs.h"
#include "capture/walker/tensor_reader.h"
#include "capture/walker/value_reader.h"
#include "harness/error/error.h"
#include "harness/graph/text.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

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

py::object watched_by(Witness* witness) { return trials().attr("watched_by")(python_reference(witness)); }
py::object widened_if(const Script& script) {
  return trials().attr("widened_if")(script.wide, py::arg("factories") = script.wide_factories);
}
py::object drawn_by_shape_if(bool stated) { return trials().attr("drawn_by_shape_if")(stated); }

bool is_number(const py::object& value) {
  return PyNumber_Check(value.ptr()) == 1 && !TensorReader::is_tensor(value);
}

std::size_t tangents_of(const Graph& graph) {
  return static_cast<std::size_t>(std::ranges::count_if(graph.nodes, [](const Node& node) {
    return node.kind == NodeKind::kInput && node.role == Role::kTangent;
  }));
}

std::vector<std::int64_t> numbers_of(const std::vector<Dim>& dims, const sym::Bindings& symbols) {
  std::vector<std::int64_t> numbers;
  for (const Dim& dim : dims) {
    const sym::Worth size = dim.symbolic() ? sym::evaluate(sym::parse(dim.expr.view()), symbols) : dim.number;
    numbers.push_back(std::get<std::int64_t>(size));
  }
  return numbers;
}

at::Tensor zeros_like(const TensorMeta& meta, const sym::Bindings& symbols) {
  return at::zeros(numbers_of(meta.shape, symbols), at::TensorOptions(scalar_type_of(meta.dtype)));
}

// Nothing where a symbol has no value: a size that hangs on data has none before the graph runs.
std::optional<std::vector<std::int64_t>> known_numbers_of(const std::vector<Dim>& dims,
                                                          const sym::Bindings& symbols) {
  try {
    return numbers_of(dims, symbols);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// `tangent` in memory as the graph was traced with it, as AOTAutograd's own runtime lays it: what a loss
// gives may be one number for all elements.
at::Tensor laid_out(const at::Tensor& tangent, const TensorMeta& meta, const sym::Bindings& symbols) {
  if (!meta.stride || tangent.layout() != at::kStrided || tangent.is_nested()) return tangent;
  const auto sizes = known_numbers_of(meta.shape, symbols), strides = known_numbers_of(*meta.stride, symbols);
  if (!sizes || !strides || tangent.sizes() != at::IntArrayRef(*sizes)) return tangent;
  if (tangent.strides() == at::IntArrayRef(*strides)) return tangent;
  return at::empty_strided(*sizes, *strides, tangent.options()).copy_(tangent);
}

// Tangents as eager made them; that of a mutated input is zero, since no loss reads it. `next` is the number
// of the graph's first tangent.
void fill_tangents(const Graph& graph, const py::list& tangents, std::size_t next,
                   std::vector<c10::IValue>& inputs) {
  const sym::Bindings symbols = bind_symbols(graph, inputs);
  std::size_t position = 0;
  for (const Node& node : graph.nodes) {
    if (node.kind != NodeKind::kInput) continue;
    c10::IValue& input = inputs[position++];
    if (node.role != Role::kTangent) continue;
    const c10::IValue given = from_python(py::object(tangents[next++]));
    const at::Tensor tangent = given.isTensor() ? given.toTensor().detach() : at::Tensor();
    const auto& meta = std::get<TensorMeta>(node.outputs.at(0).data);
    input = tangent.defined() ? laid_out(tangent, meta, symbols) : zeros_like(meta, symbols);
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

}  // namespace

// None each where eager has raised.
py::list Rehearsal::tangents_in(const Flow& flow) {
  if (flow.ran) return py::list(flow.ran.attr("tangents"));
  py::list none;
  for (std::size_t i = 0; i < flow.tangents_of.size(); ++i) none.append(py::none());
  return none;
}

std::vector<c10::IValue> Rehearsal::run_graph(std::size_t index, const Flow& flow, const Handover& handover,
                                              const Watch& watch, native::NativeRecorder* recorder) {
  const Graph& graph = *script_.graphs[index];
  std::vector<c10::IValue> inputs = flow.inputs[index];
  handover.fill(index, inputs);
  if (!flow.tangents_of.empty()) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < index; ++i) next += tangents_of(*script_.graphs[i]);
    fill_tangents(graph, tangents_in(flow), next, inputs);
  }
  if (keeps_promises()) check_inputs(graph, inputs);
  if (recorder != nullptr) tell_inputs(graph, inputs, *recorder);
  const native::RecordedRun recording(recorder);
  return executables_[index].run(std::move(inputs), watch);
}

// Dynamo guards that tensors which are two inputs are two objects.
std::optional<std::string> Rehearsal::one_for_two() const {
  for (const Graph* graph : script_.graphs) {
    std::map<const void*, std::string> known;
    for (const Node& node : graph->nodes) {
      const bool own =
          node.role == Role::kUser || node.role == Role::kParameter || node.role == Role::kBuffer;
      if (node.kind != NodeKind::kInput || !own) continue;
      const py::object value = replay_.find(node.role, node.name);
      if (!value || !TensorReader::is_tensor(value)) continue;
      const auto [first, is_new] = known.emplace(value.ptr(), node.name.str());
      if (!is_new) return "guard " + node.name.str() + " is not " + first->second + ": they are one tensor";
    }
  }
  return {};
}

namespace {

// What a side has at what a file's `assumes` calls `path`; None is something, too.
std::optional<Value> now_at(const Side& side, const std::string& path) {
  const AssumedName name = parse_assumed_name(path);
  const py::list found(side.trial.attr(name.is_input ? "input" : "attribute")(name.path));
  if (found.empty()) return {};
  SymbolTable symbols;
  return ValueReader(symbols, {}).read(found[0]);
}

}  // namespace

// Attributes and inputs that the capture read as constants under guards. What later graphs assume of them may
// have been written since the run began, so there the first run says what they must be again.
void Rehearsal::notice_assumptions(Shown& shown) {
  if (in_parts_) shown.outside = one_for_two();
  for (std::size_t i = 0; i < script_.graphs.size(); ++i) {
    for (const auto& [key, assumed] : script_.graphs[i]->assumes.items) {
      const auto& path = std::get<std::string>(key.data);
      const std::optional<Value> now = now_at(eager_, path);
      const auto [first, is_new] = assumed_first_.emplace(path, now);
      // What cannot be looked up accuses nobody.
      const bool is_known = now || !is_new;
      if (shown.outside || !is_known || (i == 0 && is_new ? now == assumed : now == first->second)) continue;
      shown.outside = "guard " + path + " == " + print_value(assumed) +
                      (now ? ": it is " + print_value(*now) : ": it is not there");
    }
  }
}

// What the file says of values holds for the run that was captured, as it was captured.
bool Rehearsal::keeps_promises() const { return is_captured_run_ && !script_.phantom && !script_.wide; }

void Rehearsal::notice_promises(const Graph& graph, NodeId id, const std::vector<c10::IValue>& outputs,
                                Shown& shown) const {
  if (shown.metadata) return;
  auto broken = broken_promise(graph, id, outputs);
  if (!broken) return;
  if (broken->is_used)
    shown.metadata = std::move(broken->at);
  else
    add_finding({FindingKind::kMetadata, mismatch_text(broken->at) + ", and nobody uses it", broken->at},
                shown);
}

Watch Rehearsal::watch_of(const Graph& graph, Witness* witness, Shown& shown) const {
  if (witness == nullptr && !keeps_promises()) return {};
  return [this, &graph, witness, &shown](NodeId id, const std::vector<c10::IValue>& outputs) {
    if (witness != nullptr) witness->mark(graph, id);
    if (keeps_promises()) notice_promises(graph, id, outputs, shown);
  };
}

// The whole program runs, with the file's graphs in it; what it gives is as eager gives it.
void Rehearsal::run_in_program(const RunPlan& plan, Flow& flow, const Witnesses& witnesses,
                               const Recorders& recorders, Shown& shown) {
  const KeptSettings kept;
  InProgram::Run how{.seed = plan.seed, .witness = witnesses.replay, .recorder = recorders.replay};
  for (const auto& [name, value] : flow.asked_replay) how.asked.append(py::make_tuple(name, value));
  how.check_inputs = keeps_promises();
  how.watch = [&](const Graph& graph) { return watch_of(graph, witnesses.replay, shown); };
  if (recorders.replay != nullptr) tell_inputs(replay_, *recorders.replay);
  try {
    flow.ran_replay = in_program_->run(how);
  } catch (...) {
    shown.outside = in_program_->outside();
    throw;
  }
  shown.outside = in_program_->outside();
}

void Rehearsal::run_replay(const RunPlan& plan, Flow& flow, Witness* witness,
                           native::NativeRecorder* recorder, Shown& shown) {
  const KeptSettings kept;
  py::module_::import("assay_python.program.seeds").attr("start_from")(plan.seed);
  const Entered draws(drawn_by_shape_if(script_.any_order));
  const Entered precision(widened_if(script_));
  const Entered mode(watched_by(witness));
  if (above_autograd_) {
    py::list asked;
    for (const auto& [name, value] : flow.asked_replay) asked.append(value);
    flow.points_replay = trials().attr("Points")(asked);
  }
  Handover handover(script_.graphs);
  for (std::size_t i = 0; i < script_.graphs.size(); ++i) {
    const Graph& graph = *script_.graphs[i];
    if (i > 0 && tangents_of(graph) > 0) note_midway(flow);
    flow.outputs.push_back(run_graph(i, flow, handover, watch_of(graph, witness, shown), recorder));
    handover.take(i, flow.outputs.back());
    apply_effects(i, flow);
  }
  if (!above_autograd_ || !flow.ran) return;
  note_midway(flow);
  take_gradients(flow, recorder);
}

void Rehearsal::note_midway(Flow& flow) const {
  if (!flow.asked_replay.empty()) flow.midway_replay = replay_.trial.attr("states")();
}

// The user's results by name, as the graphs give them.
Rehearsal::Values Rehearsal::results_by_name(const Flow& flow) const {
  std::map<std::string, c10::IValue> captured;
  if (in_program_) {
    for (auto& [name, value] : results_in(flow.ran_replay)) captured[name] = std::move(value);
    return captured;
  }
  for (std::size_t i = 0; i < script_.graphs.size(); ++i) {
    const auto& results = results_of(*script_.graphs[i]);
    for (std::size_t r = 0; r < results.size(); ++r) {
      if (results[r].role == ResultRole::kUser && !parse_value_name(Role::kUser, results[r].name.view()).base)
        captured[results[r].name.str()] = flow.outputs[i][r];
    }
  }
  if (!in_parts_) return captured;
  std::map<std::string, c10::IValue> all = captured;
  for (const py::handle row : py::list(flow.ran.attr("results"))) {
    const py::tuple parts = py::reinterpret_borrow<py::tuple>(row);
    const auto name = parts[0].cast<std::string>();
    if (!captured.contains(name)) all[name] = given_by_python(flow, captured, name, py::object(parts[1]));
  }
  return all;
}

// Whether Python returns a result that no graph of Dynamo's gives: a number, or a tensor that is a global
// variable or in a closure.
bool Rehearsal::python_gives_more(const py::list& results) const {
  if (!in_parts_ || in_program_) return false;
  std::set<std::string> named;
  for (const Graph* graph : script_.graphs)
    for (const Result& result : results_of(*graph))
      if (result.role == ResultRole::kUser) named.insert(result.name.str());
  std::vector<py::object> known, others;
  for (const py::handle row : results) {
    const py::tuple parts = py::reinterpret_borrow<py::tuple>(row);
    (named.contains(parts[0].cast<std::string>()) ? known : others).emplace_back(parts[1]);
  }
  for (const Held& held : eager_.held()) known.push_back(held.value);
  return std::ranges::any_of(others, [&](const py::object& other) {
    const auto is_it = [&](const py::object& one) { return one.is(other); };
    return is_number(other) || (TensorReader::is_tensor(other) && std::ranges::none_of(known, is_it));
  });
}

// Whether a name stands for another of the states that the program had before the run. No graph says so.
bool Rehearsal::python_exchanges_states() const {
  if (!in_parts_ || in_program_) return false;
  Side now = eager_;
  now.look();
  return std::ranges::any_of(now.held(), [&](const Held& held) {
    const py::object before = eager_.find(held.role, ValueName{.path = held.name});
    const auto is_it = [&](const Held& other) { return other.value.is(held.value); };
    return held.role != Role::kUser && before && !before.is(held.value) &&
           std::ranges::any_of(eager_.held(), is_it);
  });
}

// A result that no graph of Dynamo's gives: None, a tensor that the program has, or another result again.
c10::IValue Rehearsal::given_by_python(const Flow& flow, const Values& captured, const std::string& name,
                                       const py::object& eager) const {
  if (!TensorReader::is_tensor(eager)) return from_python(eager);
  for (const py::handle row : py::list(flow.ran.attr("results"))) {
    const py::tuple parts = py::reinterpret_borrow<py::tuple>(row);
    const auto same = captured.find(parts[0].cast<std::string>());
    if (same != captured.end() && py::object(parts[1]).is(eager)) return same->second;
  }
  for (const Held& held : eager_.held()) {
    if (!held.value.is(eager)) continue;
    const py::object own = replay_.find(held.role, ValueName{.path = held.name});
    if (own) return from_python(own);
  }
  throw CannotReplay("result " + name + ": Python made it outside the graphs, it is in none of them");
}

// Through the operators that ran, of the results in eager's order.
void Rehearsal::take_gradients(Flow& flow, native::NativeRecorder* recorder) {
  const std::map<std::string, c10::IValue> captured = results_by_name(flow);
  py::list leaves;
  for (const py::handle row : py::list(flow.ran.attr("results"))) {
    const auto found = captured.find(py::reinterpret_borrow<py::tuple>(row)[0].cast<std::string>());
    if (found == captured.end()) return;  // pair_results tells
    leaves.append(to_python(found->second));
  }
  const py::object layout = flow.ran.attr("layout");
  for (const py::handle one : py::list(replay_.trial.attr("replayed_gradients")(
           leaves, layout, flow.points_replay, python_reference(recorder))))
    flow.replay_gradients.push_back(py::reinterpret_borrow<py::object>(one));
}

}  // namespace assay::replay
