// Sides: construction, and comparison of states that a pass has changed.
#include "capture/side_by_side/sides.h"

#include "capture/execute/phantom_table.h"
#include "capture/side_by_side/likeness.h"
#include "capture/walker/tensor_reader.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

bool has_transform(const py::dict& test) {
  return test.contains("transform") && !test["transform"].is_none();
}

std::vector<Executable> executables_of(const ReplaySetup& setup, const py::object& model) {
  Substitution substitution = setup.phantom ? phantom_table() : Substitution();
  substitution.wide = setup.wide;
  std::vector<Executable> executables;
  for (const Graph* graph : setup.graphs)
    executables.emplace_back(*setup.file, *graph, PythonWorld{model, setup.folder}, substitution);
  return executables;
}

}  // namespace

Sides::Sides(const ReplaySetup& of)
    : setup(of),
      transformed(has_transform(of.test)),
      eager(ProgramRun(of, ProgramRun::Part::kEager), of.file->header.method),
      replay(ProgramRun(of, ProgramRun::Part::kReplay), of.file->header.method),
      executables(executables_of(of, replay.program_run.model())) {
  if (setup.traits.in_parts && (setup.in_program || InProgram::is_needed(setup.graphs))) enter_program();
  if (transformed)
    unread = py::module_::import("assay_python.program.unread")
                 .attr("unread")(replay.program_run.model())
                 .cast<std::set<std::string>>();
}

void Sides::enter_program() {
  in_program = std::make_unique<InProgram>(setup.graphs, executables, replay.program_run.in_python());
}

bool Sides::has_own_gradient(const std::string& state) const {
  return own_states.contains(state) || unread.contains(state);
}

// A pass may fold states into others or add new states. Only states that both sides hold alike are
// comparable.
void Sides::find_own_states() {
  own_states.clear();
  if (!transformed) return;
  setup.enter(Stage::kCompare);
  for (const Side* side : {&eager, &replay}) {
    const Side& other = side == &eager ? replay : eager;
    for (const Held& held : side->held()) {
      const py::object there = other.find(held.role, ValueName{.path = held.name});
      if (held.role == Role::kUser || !TensorReader::is_tensor(held.value)) continue;
      const bool is_there = there && alike(held.value, there);
      if (!is_there) own_states.insert(held.name);
    }
  }
  setup.enter(Stage::kReplay);
}

}  // namespace assay::replay
