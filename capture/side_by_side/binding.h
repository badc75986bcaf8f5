// Binding: the inputs of a file's graphs in a run, and the guards on them.
#pragma once

#include <map>
#include <optional>
#include <string>

#include <ATen/core/ivalue.h>

#include "capture/side_by_side/compared_run.h"
#include "capture/side_by_side/flow.h"
#include "capture/side_by_side/run_plans.h"
#include "capture/side_by_side/sides.h"
#include "harness/graph/graph.h"

namespace assay::replay {

class Binding {
 public:
  explicit Binding(Sides& sides) : sides_(sides) {}

  /// Prepares inputs and states of both sides. Returns whether the run can continue. Sets `compared.outside`
  /// to the file's guard that the run breaks.
  bool prepare(const RunPlan& plan, Flow& flow, ComparedRun& compared);

 private:
  void bind(Flow& flow) const;
  pybind11::object generator_at(const Graph& graph, NodeId id) const;
  c10::IValue part_of_state(const Graph& graph, NodeId id) const;
  std::optional<std::string> one_for_two() const;
  void notice_assumptions(ComparedRun& compared);
  std::optional<std::string> plain_exchanged(const RunPlan& plan) const;

  Sides& sides_;
  /// Values that graphs assume, from before the first run; nothing if the name did not exist.
  std::map<std::string, std::optional<Value>> assumed_first_;
};

}  // namespace assay::replay
