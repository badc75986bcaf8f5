// SideBySide: prepares, runs eager, runs the graphs, pairs values.
#include "capture/side_by_side/side_by_side.h"

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

std::size_t SideBySide::operators() const {
  std::size_t total = 0;
  for (const Executable& one : sides_.executables) total += one.operators();
  return total;
}

ComparedRun SideBySide::run(const RunPlan& plan, OpTraces traces, Recorders recorders) {
  sides_.setup.enter(Stage::kReplay);
  const DrawsInOrder draws(sides_.setup.phantom);
  ComparedRun compared;
  Flow flow;
  if (!binding_.prepare(plan, flow, compared)) return compared;
  AfterEager after{.python_before =
                       sides_.runs_like_eager() ? sides_.eager.program_run.python_state() : py::dict()};
  try {
    flow.ran = running_.eager(plan, flow, traces.eager, recorders.eager);
  } catch (py::error_already_set& error) {
    if (is_unsupported(error)) throw;
    compared.eager_raised = "eager itself raises " + raised_text(error);
    if (sides_.runs > 0) running_.replay(plan, flow, {}, {}, compared);
    compared.gives_value = sides_.runs > 0 && !compared.failed;
    return compared;
  }
  if (python_gives_more(sides_, flow.ran.results()) || python_exchanges_states(sides_))
    sides_.enter_program();
  after.generator = generator_state();
  compared.draws = !after.generator.equal(seeded_state(plan.seed));
  running_.replay(plan, flow, traces, recorders, compared);
  ++sides_.runs;
  if (compared.failed) return compared;
  sides_.setup.enter(Stage::kCompare);
  pair_values(sides_, flow, after, compared);
  return compared;
}

}  // namespace assay::replay
