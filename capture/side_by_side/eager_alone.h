// EagerAlone: runs of the case without the graph, in sequence.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/side_by_side/replay_setup.h"
#include "capture/side_by_side/run_plans.h"
#include "capture/side_by_side/side.h"
#include "capture/side_by_side/subject.h"

namespace assay::replay {

class EagerAlone {
 public:
  /// `trace` is a Python object that sees each operator; None for no trace. `in_program`: gradients are
  /// those of the loss, not of the tangents that the graphs take.
  EagerAlone(ReplaySetup setup, pybind11::object trace, bool in_program);

  /// The values of the last of `runs`. States are valid until the next run. Continues if it has executed the
  /// first of `runs`; otherwise starts anew. Throws the model's exceptions.
  std::map<Subject, c10::IValue> after(const std::vector<RunPlan>& runs);

 private:
  std::map<Subject, c10::IValue> run(const RunPlan& plan);

  ReplaySetup setup_;
  pybind11::object trace_;
  bool in_program_;
  std::optional<Side> side_;
  std::vector<RunPlan> made_;  ///< by `side_`
  std::map<Subject, c10::IValue> values_;
};

}  // namespace assay::replay
