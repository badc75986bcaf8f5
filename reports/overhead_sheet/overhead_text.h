// overhead_text: overheads of a bench, and the changes between two benches, as tables.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/change.h"
#include "harness/bench/overhead.h"
#include "reports/console/paint.h"

namespace assay {

/// Two tables of methods by families per device, warm and cold. A cell is the ratio of a capture to eager
/// with its interval, "12.3 (11.9-12.8)". A family captured in part adds "3/4", the models measured of all.
/// Then the phases of warm captures, and counts of pairs that were not measured. The phantom has no eager and
/// thus no table of ratios.
std::string overhead_text(const std::vector<bench::Sample>& samples, Color color);

/// A line per pair: seconds of eager and of captures, their ratio, nodes, memory and instructions. Pairs on a
/// real GPU add its time and memory. A pair that was not measured shows its outcome.
std::string pairs_text(const std::vector<bench::PairOverhead>& pairs, Color color);

/// Benchmarks that are slower, faster, too rarely measured or on one side only, largest slow-down first. Then
/// the counts.
std::string changes_text(const std::vector<bench::Change>& changes, const bench::Bar& bar, Color color);

}  // namespace assay
