// Binding: what the graphs of a file are given in a run, and whether they are made for it.
#pragma once

#include <map>
#include <optional>
#include <string>

#include <ATen/core/ivalue.h>

#include "capture/side_by_side/flow.h"
#include "capture/side_by_side/run_plans.h"
#include "capture/side_by_side/shown.h"
#include "capture/side_by_side/sides.h"
#include "harness/graph/graph.h"

namespace assay::replay {

class Binding {
 public:
  explicit Binding(Sides& sides) : sides_(sides) {}

  /// Inputs and states of both sides; whether the run can go on. Tells which guard of the file it breaks.
  bool prepare(const RunPlan& plan, Flow& flow, Shown& shown);

 private:
  void bind(Flow& flow) const;
  pybind11::object generator_at(const Graph& graph, NodeId id) const;
  c10::IValue part_of_state(const Graph& graph, NodeId id) const;
  std::optional<std::string> one_for_two() const;
  void notice_assumptions(Shown& shown);
  std::optional<std::string> plain_exchanged(const RunPlan& plan) const;

  Sides& sides_;
  /// What graphs assume, as it was before the first run; nothing for what was not there.
  std::map<std::string, std::optional<Value>> assumed_first_;
};

}  // namespace assay::replay
