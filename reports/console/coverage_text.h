// coverage_text: operator coverage per method.
#pragma once

#include <string>

#include "harness/results/summary.h"
#include "reports/console/paint.h"

namespace assay {

/// A row per method and device: pairs measured of those captured, pairs without any difference, recall and
/// precision of operators and of edges. Then a line per method that misses operators or runs extra operators,
/// naming the most frequent. A device without measurements is one line: nothing runs under the phantom. Empty
/// when nothing was captured.
std::string coverage_text(const Summary& summary, Color color);

/// "99.1 % / 100 %": recall and precision.
std::string shares_text(const Counted& counted);

}  // namespace assay
