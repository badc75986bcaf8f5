// comparison_json: a comparison as JSON.
#pragma once

#include <string>

#include "harness/methods/recommend.h"

namespace assay {

/// The whole report, as in comparison.schema.json beside this file. Ends with a newline.
std::string comparison_json(const ComparisonReport& report);

}  // namespace assay
