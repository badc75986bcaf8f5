// Rehearsal: prepares, runs eager, runs the graphs, pairs values.
#include "capture/side_by_side/rehearsal.h"

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>

#include "capture/execute/draws_in_order.h"
#include "capture/side_by_side/pairing.h"
#include "capture/side_by_side/results.h"
#include "capture/walker/unsupported.h"

namespace assay::replay {

namespace py = pybind11;

namespace {

// State of the generator after a run without random draws.
at::Tensor seeded_state(std::uint64_t seed) { return at::detail::createCPUGenerator(seed).get_state(); }

}  // namespace

std::size_t Rehearsal::operators() const {
  std::size_t total = 0;
  for (const Executable& one : sides_.executables) total += one.operators();
  return total;
}

Shown Rehearsal::run(const RunPlan& plan, Witnesses witnesses, Recorders recorders) {
  sides_.script.enter(Stage::kReplay);
  const DrawsInOrder draws(sides_.script.phantom);
  Shown shown;
  Flow flow;
  if (!binding_.prepare(plan, flow, shown)) return shown;
  AfterEager after{.python_before =
                       sides_.runs_like_eager() ? sides_.eager.trial.python_state() : py::dict()};
  try {
    flow.ran = running_.eager(plan, flow, witnesses.eager, recorders.eager);
  } catch (py::error_already_set& error) {
    if (is_unsupported(error)) throw;
    shown.eager_raised = "eager itself raises " + raised_text(error);
    if (sides_.runs > 0) running_.replay(plan, flow, {}, {}, shown);
    shown.gives_value = sides_.runs > 0 && !shown.failed;
    return shown;
  }
  if (python_gives_more(sides_, flow.ran.results()) || python_exchanges_states(sides_))
    sides_.enter_program();
  after.generator = generator_state();
  shown.draws = !after.generator.equal(seeded_state(plan.seed));
  running_.replay(plan, flow, witnesses, recorders, shown);
  ++sides_.runs;
  if (shown.failed) return shown;
  sides_.script.enter(Stage::kCompare);
  pair_values(sides_, flow, after, shown);
  return shown;
}

}  // namespace assay::replay
