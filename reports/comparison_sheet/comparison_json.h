// comparison_json: a comparison for programs.
#pragma once

#include <string>

#include "harness/methods/recommend.h"

namespace assay {

/// Everything in the report, as comparison.schema.json beside this file describes it; ends with a newline.
std::string comparison_json(const ComparisonReport& report);

}  // namespace assay
