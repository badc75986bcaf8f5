// SideBySide: runs eager and a captured graph side by side, run after run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "capture/side_by_side/binding.h"
#include "capture/side_by_side/compared_run.h"
#include "capture/side_by_side/replay_setup.h"
#include "capture/side_by_side/run_plans.h"
#include "capture/side_by_side/running.h"
#include "capture/side_by_side/sides.h"

namespace assay::replay {

/// The two sides and their executors. Each side has its own states, which a run passes to the next.
///
/// In a case with a transform, eager is the reference and the other side has the transformed model. States
/// that the pass folded, made or changed have no counterpart: they and their gradients are not paired. The
/// gradient of a state that the pass leaves unread in the module is not paired either.
class SideBySide {
 public:
  /// Loads the case twice. Throws CannotReplay for a graph that cannot be executed.
  explicit SideBySide(const ReplaySetup& setup) : sides_(setup), binding_(sides_), running_(sides_) {}
  SideBySide(const SideBySide&) = delete;
  SideBySide& operator=(const SideBySide&) = delete;

  ComparedRun run(const RunPlan& plan, OpTraces traces, Recorders recorders = {});
  std::size_t operators() const;
  /// The names of Python numbers and texts among the inputs.
  std::vector<std::string> plain_inputs() const { return sides_.eager.program_run.plain_inputs(); }
  bool is_transformed() const { return sides_.transformed; }  ///< the replay is of the pass's output
  /// Whether another SideBySide has replaced it in Dynamo. Then it cannot run again.
  bool is_displaced() const { return sides_.in_program && sides_.in_program->is_displaced(); }
  bool runs_in_program() const { return sides_.in_program != nullptr; }  ///< gradients are those of the loss

 private:
  Sides sides_;
  Binding binding_;
  RunningSides running_;
};

}  // namespace assay::replay
