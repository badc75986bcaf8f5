// comparison_text: a comparison on the terminal.
#pragma once

#include <string>

#include "harness/methods/recommend.h"
#include "reports/console/paint.h"

namespace assay {

/// Per case: what each method captured, how that replays and what it cost, what was not captured and why, and
/// the programs that the captures come down to with the root causes between any two; then what is
/// recommended, with the reason, and why no other is. Lists are bounded and say how much more there is.
std::string comparison_text(const ComparisonReport& report, Color color);

}  // namespace assay
