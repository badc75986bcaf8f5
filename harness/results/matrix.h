// MatrixResult: checks under several PyTorch versions, a row per version and the drift between neighbours.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/results/drift.h"
#include "harness/words/enumerators.h"
#include "harness/zoo/version.h"

namespace assay {

/// The last stage of a version's row.
enum class MatrixStage : std::uint8_t { kWorker, kCheck, kDone };
inline constexpr auto kMatrixStageNames = enumerators<MatrixStage>({"worker", "check", "done"});
inline std::string_view to_string(MatrixStage stage) { return kMatrixStageNames[stage]; }

struct MatrixRow {
  Version torch;
  MatrixStage stage = MatrixStage::kWorker;
  std::string reason;                       ///< One line. Empty when done.
  std::map<Verdict, std::size_t> verdicts;  ///< Set when done.
  bool green = false;
};

enum class MatrixEnd : std::uint8_t { kFinished, kInterrupted };

struct MatrixResult {
  MatrixEnd end = MatrixEnd::kFinished;
  std::vector<MatrixRow> rows;
  std::vector<Drift> drifts;  ///< Between neighbours among the checked versions.
};

}  // namespace assay
