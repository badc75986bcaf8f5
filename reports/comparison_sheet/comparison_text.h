// comparison_text: a comparison for the terminal.
#pragma once

#include <string>

#include "harness/methods/recommend.h"
#include "reports/console/paint.h"

namespace assay {

/// Per case: captured graphs, replay and cost of each method, failures with their reasons, and graph breaks.
/// Then the lowered programs with the root causes between any two. The recommendation ends the text, with its
/// reason and the rejected methods. Lists are bounded and end with the number of entries left out.
std::string comparison_text(const ComparisonReport& report, Color color);

}  // namespace assay
