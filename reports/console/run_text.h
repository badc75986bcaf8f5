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
  kTotals,  ///< --quiet: what is not green, and the totals
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

/// Verdicts, what is not green, operator coverage, methods, totals. Where that is longer than `height` lines,
/// as much is told in fewer until it fits: cases become families, the tables by method go, and what is not
/// green is told by cause; the last line then says where the rest is.
std::string run_text(const std::vector<PairResult>& records, const RunView& view);

}  // namespace assay
