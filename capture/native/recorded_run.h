// RecordedRun: when a native recorder sees a run, and what of it is a graph's.
#pragma once

#include "capture/native/native_recorder.h"

namespace assay::native {

/// Open from construction to destruction; does nothing without a recorder.
class RecordedRun {
 public:
  explicit RecordedRun(NativeRecorder* recorder);
  ~RecordedRun();
  RecordedRun(const RecordedRun&) = delete;
  RecordedRun& operator=(const RecordedRun&) = delete;

 private:
  NativeRecorder* recorder_;
};

/// While it lives, a graph runs (graph_scope.h); does nothing without a recorder.
class GraphRun {
 public:
  explicit GraphRun(NativeRecorder* recorder);
  ~GraphRun();
  GraphRun(const GraphRun&) = delete;
  GraphRun& operator=(const GraphRun&) = delete;

 private:
  NativeRecorder* recorder_;
};

}  // namespace assay::native
