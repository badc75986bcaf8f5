// ProgramRun: names and casts.
#include "capture/side_by_side/program_run.h"

#include <pybind11/stl.h>

#include "capture/execute/py_values.h"
#include "capture/walker/graph_builder.h"
#include "harness/words/enumerators.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

py::module_ program_runs() { return py::module_::import("assay_python.side_by_side.program_run"); }

// Names in program_run.py.
constexpr auto kNoises = enumerators<Noise>({"operators", "kernels", "alike"});
constexpr auto kWholeNumbers = enumerators<WholeNumbers>({"mixed", "near", "kept"});
constexpr auto kGradients = enumerators<Gradients>({"as_case", "off", "turned"});

std::vector<Held> held_of(const py::list& rows) {
  std::vector<Held> held;
  for (const py::handle row : rows) {
    const auto parts = py::reinterpret_borrow<py::tuple>(row);
    held.push_back({role_of(parts[0]), parts[1].cast<std::string>(), py::object(parts[2])});
  }
  return held;
}

py::object only(const py::list& found) { return found.empty() ? py::object() : py::object(found[0]); }

std::vector<py::object> objects(const py::list& list) {
  std::vector<py::object> all;
  for (const py::handle one : list) all.push_back(py::reinterpret_borrow<py::object>(one));
  return all;
}

py::list rows_of(const std::vector<NamedValue>& named) {
  py::list rows;
  for (const auto& [name, value] : named) rows.append(py::make_tuple(name, value));
  return rows;
}

// A backward pass starts from the case's loss if the graph has it. Otherwise it starts from tangents, which
// no loss can reproduce.
py::dict case_of(const ReplaySetup& setup) {
  py::dict test(setup.test.attr("copy")());
  if (!setup.traits.has_loss) test["loss"] = py::none();
  return test;
}

}  // namespace

std::vector<NamedValue> named_values(const py::list& rows) {
  std::vector<NamedValue> named;
  for (const py::handle row : rows) {
    const auto parts = py::reinterpret_borrow<py::tuple>(row);
    named.emplace_back(parts[0].cast<std::string>(), py::object(parts[1]));
  }
  return named;
}

std::vector<NamedValue> Ran::results() const { return named_values(py::list(ran_.attr("results"))); }

py::object Ran::layout() const { return ran_.attr("layout"); }

std::vector<NamedValue> Ran::gradients() const {
  return named_values(py::list(ran_.attr("gradients").attr("items")()));
}

py::list Ran::tangents() const { return py::list(ran_.attr("tangents")); }

std::vector<Held> Ran::midway() const { return held_of(py::list(ran_.attr("midway"))); }

ProgramRun::ProgramRun(const ReplaySetup& setup, Part part)
    : program_run_(program_runs().attr("ProgramRun")(
          case_of(setup), setup.device, part == Part::kEager ? "eager" : "replay", setup.phantom, setup.wide,
          setup.any_order, setup.disturbed, kNoises[setup.noise], setup.wide_factories)) {}

py::object ProgramRun::model() const { return program_run_.attr("program").attr("model"); }

void ProgramRun::prepare(const RunPlan& plan) {
  program_run_.attr("prepare")(std::string(to_string(plan.kind)), plan.index, plan.seed,
                               kWholeNumbers[plan.whole], plan.puts_back, plan.keeps_states,
                               kGradients[plan.gradients]);
}

std::vector<ProgramRun::Value> ProgramRun::values(const std::string& method) const {
  std::vector<Value> all;
  for (const py::handle row : py::list(program_run_.attr("values")(method))) {
    const auto parts = py::reinterpret_borrow<py::tuple>(row);
    all.push_back({role_of(parts[0]), parts[1].cast<std::vector<std::string>>(), py::object(parts[2])});
  }
  return all;
}

std::vector<Held> ProgramRun::states() const { return held_of(py::list(program_run_.attr("states")())); }

py::dict ProgramRun::python_state() const { return program_run_.attr("python_state")(); }

py::object ProgramRun::attribute(const std::string& path) const {
  return only(py::list(program_run_.attr("attribute")(path)));
}

py::object ProgramRun::input(const std::string& path) const {
  return only(py::list(program_run_.attr("input")(path)));
}

std::vector<py::object> ProgramRun::generators() const {
  return objects(py::list(program_run_.attr("generators")()));
}

std::vector<std::string> ProgramRun::plain_inputs() const {
  return program_run_.attr("plain_inputs")().cast<std::vector<std::string>>();
}

bool ProgramRun::rebind(const std::string& path, const py::object& value) {
  return program_run_.attr("rebind")(path, value).cast<bool>();
}

std::string ProgramRun::refusal(const py::object& ask) const {
  return program_run_.attr("refusal")(ask).cast<std::string>();
}

Ran ProgramRun::run(const Run& how) {
  return Ran(program_run_.attr("run")(how.seed, rows_of(how.asked), how.about, how.trace,
                                      python_reference(how.recorder)));
}

std::vector<py::object> ProgramRun::replayed_gradients(const py::list& leaves, const py::object& layout,
                                                       const py::object& points,
                                                       native::NativeRecorder* recorder) {
  return objects(
      py::list(program_run_.attr("replayed_gradients")(leaves, layout, points, python_reference(recorder))));
}

py::object points_of(const std::vector<NamedValue>& asked) {
  py::list values;
  for (const auto& [name, value] : asked) values.append(value);
  return program_runs().attr("Points")(values);
}

py::object null_trace() { return program_runs().attr("NullTrace")(); }

Entered::Entered(py::object context) : context_(std::move(context)) { context_.attr("__enter__")(); }

Entered::~Entered() {
  try {
    context_.attr("__exit__")(py::none(), py::none(), py::none());
  } catch (py::error_already_set&) {  // leaving a dispatch mode does not fail
  }
}

py::object watched_by(OpTrace* trace) { return program_runs().attr("watched_by")(python_reference(trace)); }

py::object widened_if(const ReplaySetup& setup) {
  return program_runs().attr("widened_if")(setup.wide, py::arg("factories") = setup.wide_factories);
}

py::object drawn_by_shape_if(const ReplaySetup& setup) {
  return program_runs().attr("drawn_by_shape_if")(setup.any_order);
}

}  // namespace assay::replay
