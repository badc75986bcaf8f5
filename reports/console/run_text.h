// run_text: the final text of a run, one screen or complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "reports/console/paint.h"

namespace assay {

enum class Detail : std::uint8_t {
  kTotals,  ///< --quiet: failures and totals
  kScreen,
  kAll  ///< --verbose: everything, at any length
};

struct RunView {
  std::size_t width = 120, height = 60;
  Color color = Color::kOff;
  Detail detail = Detail::kScreen;
  std::string also = {};        ///< printed after the totals
  std::string results = {};     ///< folder that commands name
  std::string everything = {};  ///< the command that prints everything
};

/// The result in a line, failures by cause, then verdicts, operator coverage, methods and totals. If that is
/// longer than `height` lines: shorter explanations, families instead of cases, no tables by method. A last
/// line then names the files with the rest. With kAll: everything, and each failed pair by itself.
std::string run_text(const std::vector<PairResult>& records, const RunView& view);

}  // namespace assay
