// DisturbedRuns: eager run after run, each time with its operators moved within their rounding (noise.py).
#pragma once

#include <map>
#include <vector>

#include "capture/side_by_side/eager_alone.h"

namespace assay::replay {

class DisturbedRuns {
 public:
  /// Nothing runs before `of`.
  explicit DisturbedRuns(Script script, Noise noise = Noise::kOperators) : script_(std::move(script)) {
    script_.noise = noise;
  }

  /// From now on the last of `runs` is asked about. `keeps`: what has run goes on where it stands, which
  /// holds models in memory.
  void turn_to(std::vector<RunPlan> runs, bool in_program, bool keeps);
  /// Fewer than `count` where the program cannot be run so, or does not always give such a value.
  std::vector<c10::IValue> of(const Subject& subject, std::size_t count);
  /// Whether anything has been asked.
  bool has_run() const { return !made_.empty(); }

 private:
  Script script_;
  std::vector<RunPlan> runs_;
  bool in_program_ = false, possible_ = true;
  std::vector<EagerAlone> programs_;  ///< by seed
  std::vector<std::map<Subject, c10::IValue>> made_;
};

}  // namespace assay::replay
