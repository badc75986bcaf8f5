// MatrixResult: what a matrix of PyTorch versions gave, a row per version and the drift between neighbours.
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

/// Where a version's row ended.
enum class MatrixStage : std::uint8_t { kWorker, kCheck, kDone };
inline constexpr auto kMatrixStageNames = enumerators<MatrixStage>({"worker", "check", "done"});
inline std::string_view to_string(MatrixStage stage) { return kMatrixStageNames[stage]; }

struct MatrixRow {
  Version torch;
  MatrixStage stage = MatrixStage::kWorker;
  std::string reason;                       ///< one line; empty when done
  std::map<Verdict, std::size_t> verdicts;  ///< when done
  bool green = false;
};

enum class MatrixEnd : std::uint8_t { kFinished, kInterrupted };

struct MatrixResult {
  MatrixEnd end = MatrixEnd::kFinished;
  std::vector<MatrixRow> rows;
  std::vector<Drift> drifts;  ///< between neighbours among the versions that were checked
};

}  // namespace assay
