// overhead_json: overheads of pairs and families as JSON.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/samples.h"

namespace assay {

/// "assay_overhead": 1. The figures of overhead.h per pair and per family. Seconds are CPU seconds. An
/// estimate is {"value", "low", "high", "count"}, or null without samples.
std::string overhead_json(const std::vector<bench::Sample>& samples);

}  // namespace assay
