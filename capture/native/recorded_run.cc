// RecordedRun: begin and end in pairs.
#include "capture/native/recorded_run.h"

namespace assay::native {

RecordedRun::RecordedRun(NativeRecorder* recorder) : recorder_(recorder) {
  if (recorder_ != nullptr) recorder_->begin();
}

RecordedRun::~RecordedRun() {
  if (recorder_ != nullptr) recorder_->end();
}

GraphRun::GraphRun(NativeRecorder* recorder) : recorder_(recorder) {
  if (recorder_ != nullptr) recorder_->scope().open();
}

GraphRun::~GraphRun() {
  if (recorder_ != nullptr) recorder_->scope().close();
}

}  // namespace assay::native
