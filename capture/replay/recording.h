// Recording: what a native recorder is told of a side of a rehearsal, and when it sees it run.
#pragma once

#include <vector>

#include "capture/native/native_recorder.h"
#include "capture/replay/side.h"
#include "harness/graph/graph.h"

namespace assay::replay {

/// Open from construction to destruction; does nothing without a recorder.
class Recording {
 public:
  explicit Recording(native::NativeRecorder* recorder);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  native::NativeRecorder* recorder_;
};

/// While it lives, a graph runs (native/graph_scope.h); does nothing without a recorder.
class GraphRun {
 public:
  explicit GraphRun(native::NativeRecorder* recorder);
  ~GraphRun();
  GraphRun(const GraphRun&) = delete;
  GraphRun& operator=(const GraphRun&) = delete;

 private:
  native::NativeRecorder* recorder_;
};

/// The side's tensors, once each: a tied weight and an argument that holds an input have several names.
void tell_inputs(const Side& side, native::NativeRecorder& recorder);

/// The graph's inputs. What a later graph gets out of an earlier one the recorder has seen made.
void tell_inputs(const Graph& graph, const std::vector<c10::IValue>& inputs,
                 native::NativeRecorder& recorder);

}  // namespace assay::replay
