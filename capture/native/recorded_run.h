// RecordedRun and GraphRun: scopes of a recorded run and of its graphs.
#pragma once

#include "capture/native/native_recorder.h"

namespace assay::native {

/// The recorder is open from construction to destruction. No effect without a recorder.
class RecordedRun {
 public:
  explicit RecordedRun(NativeRecorder* recorder);
  ~RecordedRun();
  RecordedRun(const RecordedRun&) = delete;
  RecordedRun& operator=(const RecordedRun&) = delete;

 private:
  NativeRecorder* recorder_;
};

/// A graph runs while it lives (graph_scope.h). No effect without a recorder.
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
