// Names of the stages of a matrix row.
#include "harness/history/matrix.h"

namespace assay {

std::string_view to_string(MatrixStage stage) {
  switch (stage) {
    case MatrixStage::kWorker:
      return "worker";
    case MatrixStage::kCheck:
      return "check";
    case MatrixStage::kDone:
      return "done";
  }
  return "done";
}

}  // namespace assay
