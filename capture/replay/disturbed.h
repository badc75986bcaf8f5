// DisturbedRuns: eager run after run, each time with its operators moved within their rounding (noise.py).
#pragma once

#include <map>
#include <vector>

#include "capture/replay/rehearsal.h"

namespace assay::replay {

class DisturbedRuns {
 public:
  /// `runs`: of which the last is asked about. Nothing runs before `of`.
  DisturbedRuns(Script script, std::vector<RunPlan> runs, bool in_program, bool in_kernels = false)
      : script_(std::move(script)), runs_(std::move(runs)), in_program_(in_program) {
    script_.in_kernels = in_kernels;
  }

  /// Fewer than `count` where the program cannot be run so, or does not always give such a value.
  std::vector<c10::IValue> of(const Subject& subject, std::size_t count);
  /// Whether it has run.
  bool has_run() const { return !made_.empty(); }

 private:
  Script script_;
  std::vector<RunPlan> runs_;
  bool in_program_, possible_ = true;
  std::vector<std::map<Subject, c10::IValue>> made_;
};

}  // namespace assay::replay
