// coverage_text: operator coverage per method, after the summary.
#pragma once

#include <string>

#include "harness/results/summary.h"
#include "reports/console/paint.h"

namespace assay {

/// A row per method and device: pairs measured, of those captured; of them those without any difference;
/// recall and precision of operators and of edges. Then a line for each that misses operators or runs others,
/// with the largest. A device on which nothing was measured (nothing runs under the phantom) is one line.
/// Empty when nothing was captured.
std::string coverage_text(const Summary& summary, Color color);

/// "99.1 % / 100 %": recall and precision.
std::string shares_text(const Counted& counted);

}  // namespace assay
