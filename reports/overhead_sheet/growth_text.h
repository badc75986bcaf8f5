// growth_text: how each method's cost grows, as a table and as data.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/growth.h"
#include "reports/console/paint.h"

namespace assay {

/// A line per family and method: the exponent with its interval, the law that fits best with its Akaike
/// weight, what is paid at any size, what each further thousand costs at the largest size, and how far it
/// got.
std::string growth_text(const std::vector<bench::Growth>& growth, Color color);

/// "assay_growth": 1; the points and the fit of each, null where there are too few sizes.
std::string growth_json(const std::vector<bench::Growth>& growth);

}  // namespace assay
