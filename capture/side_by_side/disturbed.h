// DisturbedRuns: repeated eager runs, each with its operators moved within their rounding (noise.py).
#pragma once

#include <map>
#include <vector>

#include "capture/side_by_side/eager_alone.h"

namespace assay::replay {

class DisturbedRuns {
 public:
  /// The first call of `of` starts the first run.
  explicit DisturbedRuns(ReplaySetup setup, Noise noise = Noise::kOperators) : setup_(std::move(setup)) {
    setup_.noise = noise;
  }

  /// Selects the last of `runs` for the next calls. `keeps`: existing programs continue from their current
  /// run, which keeps their models in memory.
  void turn_to(std::vector<RunPlan> runs, bool in_program, bool keeps);
  /// Values of up to `count` runs. Fewer if the program cannot run this way or lacks such a value in some
  /// runs.
  std::vector<c10::IValue> of(const Subject& subject, std::size_t count);
  /// Whether any disturbed run exists for this selection.
  bool has_run() const { return !made_.empty(); }

 private:
  ReplaySetup setup_;
  std::vector<RunPlan> runs_;
  bool in_program_ = false, possible_ = true;
  std::vector<EagerAlone> programs_;  ///< by seed
  std::vector<std::map<Subject, c10::IValue>> made_;
};

}  // namespace assay::replay
