// Running: one run of each side. Runs the graphs of a file in order, with the values they take from each
// other and from Python.
#pragma once

#include <cstddef>
#include <vector>

#include <ATen/core/ivalue.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/execute/executable.h"
#include "capture/execute/handover.h"
#include "capture/native/native_recorder.h"
#include "capture/observe/op_trace.h"
#include "capture/side_by_side/compared_run.h"
#include "capture/side_by_side/flow.h"
#include "capture/side_by_side/run_plans.h"
#include "capture/side_by_side/sides.h"
#include "harness/graph/graph.h"

namespace assay::replay {

class RunningSides {
 public:
  explicit RunningSides(Sides& sides) : sides_(sides) {}

  /// Throws the case's exceptions.
  Ran eager(const RunPlan& plan, Flow& flow, OpTrace* trace, native::NativeRecorder* recorder);
  /// Errors are reported in `compared`.
  void replay(const RunPlan& plan, Flow& flow, OpTraces traces, Recorders recorders, ComparedRun& compared);

 private:
  void in_program(const RunPlan& plan, Flow& flow, const OpTraces& traces, const Recorders& recorders,
                  ComparedRun& compared);
  void run_graphs(const RunPlan& plan, Flow& flow, OpTrace* trace, native::NativeRecorder* recorder,
                  ComparedRun& compared);
  std::vector<c10::IValue> run_graph(std::size_t index, const Flow& flow, const Handover& handover,
                                     const Watch& watch, native::NativeRecorder* recorder);
  static pybind11::list tangents_in(const Flow& flow);
  static void apply_metadata(const Flow& flow);
  void apply_effects(std::size_t index, const Flow& flow);
  /// Whether the program has a state of this name.
  bool write_state(const Name& name, const c10::IValue& value);
  bool replace_state(const Name& name, const c10::IValue& value);
  void notice_promises(const Graph& graph, NodeId id, const std::vector<c10::IValue>& outputs,
                       ComparedRun& compared) const;
  Watch watch_of(const Graph& graph, OpTrace* trace, ComparedRun& compared) const;
  void note_midway(Flow& flow) const;
  void take_gradients(Flow& flow, native::NativeRecorder* recorder);

  Sides& sides_;
};

}  // namespace assay::replay
