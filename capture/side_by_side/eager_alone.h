// EagerAlone: the case without the graph.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/side_by_side/run_plans.h"
#include "capture/side_by_side/script.h"
#include "capture/side_by_side/side.h"
#include "capture/side_by_side/subject.h"

namespace assay::replay {

/// Taken through one run after another.
class EagerAlone {
 public:
  /// `witness` is a Python object that sees every operator; None for none. `in_program`: gradients are of the
  /// loss, whatever tangents the graphs take.
  EagerAlone(Script script, pybind11::object witness, bool in_program);

  /// The values of the last of `runs`, states as they are until it runs again. It goes on from where it
  /// stands where it has made the first of them, else begins anew. Throws what the model raises.
  std::map<Subject, c10::IValue> after(const std::vector<RunPlan>& runs);

 private:
  std::map<Subject, c10::IValue> run(const RunPlan& plan);

  Script script_;
  pybind11::object witness_;
  bool in_program_;
  std::optional<Side> side_;
  std::vector<RunPlan> made_;  ///< by `side_`
  std::map<Subject, c10::IValue> values_;
};

}  // namespace assay::replay
