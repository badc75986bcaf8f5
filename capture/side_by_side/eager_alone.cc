// EagerAlone: continues from the last run if possible.
#include "capture/side_by_side/eager_alone.h"

#include <algorithm>
#include <span>
#include <utility>

#include "capture/execute/draws_in_order.h"
#include "capture/execute/py_values.h"
#include "capture/side_by_side/tangents.h"

namespace assay::replay {

namespace py = pybind11;

EagerAlone::EagerAlone(ReplaySetup setup, py::object trace, bool in_program)
    : setup_(std::move(setup)), trace_(std::move(trace)), in_program_(in_program) {}

std::map<Subject, c10::IValue> EagerAlone::after(const std::vector<RunPlan>& runs) {
  const DrawsInOrder draws(setup_.phantom);
  const bool goes_on =
      side_ && made_.size() <= runs.size() && std::ranges::equal(made_, std::span(runs).first(made_.size()));
  if (!goes_on) {
    made_.clear();
    side_.emplace(ProgramRun(setup_, ProgramRun::Part::kEager), setup_.file->header.method);
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
  side_->program_run.prepare(plan);
  side_->look();
  py::object about = py::none();
  const bool is_asked = plan.gradients == Gradients::kAsCase;
  if (is_asked && !in_program_ && has_tangents(setup_.graphs)) {
    const py::list names = names_in_python(subjects_of_tangents(setup_.graphs));
    about = py::cpp_function([names](const py::list&) { return names; });
  }
  const Ran ran = side_->program_run.run(
      {.seed = plan.seed,
       .asked = is_asked ? asked_gradients(*side_, setup_.graphs) : std::vector<NamedValue>(),
       .about = about,
       .trace = trace_});
  std::map<Subject, c10::IValue> values;
  for (const auto& [name, value] : ran.results())
    values.emplace(Subject{Subject::Kind::kResult, name}, from_python(value));
  for (const auto& [name, value] : ran.gradients())
    values.emplace(Subject{Subject::Kind::kGradient, name}, from_python(value));
  values.merge(values_midway(ran.midway()));
  side_->look();
  for (const Held& held : side_->held())
    values.emplace(state_of(held.role, held.name), from_python(held.value));
  return values;
}

}  // namespace assay::replay
