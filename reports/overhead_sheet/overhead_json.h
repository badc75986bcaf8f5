// overhead_json: what a bench says of pairs and families, as data.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/samples.h"

namespace assay {

/// "assay_overhead": 1; the figures of overhead.h for each pair and each family. Seconds are the CPU's, an
/// estimate is {"value", "low", "high", "count"}, and one without samples is null.
std::string overhead_json(const std::vector<bench::Sample>& samples);

}  // namespace assay
