// growth_text: growth of each method's cost, as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/growth.h"
#include "reports/console/paint.h"

namespace assay {

/// A line per family, method and device: exponent with its interval, best law with its Akaike weight, fixed
/// cost, largest size with its cost, and reason for stopping.
std::string growth_text(const std::vector<bench::Growth>& growth, Color color);

/// "assay_growth": 1. Points and fit of each line; the fit is null if there are too few sizes.
std::string growth_json(const std::vector<bench::Growth>& growth);

}  // namespace assay
