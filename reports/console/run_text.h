// run_text: what is printed of a run at its end, in a screen or, if asked for, whole.
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
  kAll  ///< --verbose: however long it is
};

struct RunView {
  std::size_t width = 120, height = 60;
  Color color = Color::kOff;
  Detail detail = Detail::kScreen;
  std::string also = {};        ///< behind the totals
  std::string results = {};     ///< folder, for commands
  std::string everything = {};  ///< the command that prints it all
};

/// The result in a line, failures by cause, then verdicts, operator coverage, methods and totals. If that is
/// longer than `height` lines: shorter explanations, families instead of cases, no tables by method. A last
/// line then names the files with the rest. With kAll: everything, and each failed pair by itself.
std::string run_text(const std::vector<PairResult>& records, const RunView& view);

}  // namespace assay
