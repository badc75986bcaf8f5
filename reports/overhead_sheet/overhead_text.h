// overhead_text: what a bench measured, and what changed between two, as tables.
#pragma once

#include <string>
#include <vector>

#include "harness/bench/change.h"
#include "harness/bench/overhead.h"
#include "reports/console/paint.h"

namespace assay {

/// For each device a table of methods by families, a cell being the ratio of a capture to eager with its
/// interval, "12.3 (11.9-12.8)": warm, then cold; then where the time goes and what could not be measured. A
/// family of which a method captures some models only says how many. On the phantom, which has no eager,
/// there are seconds instead of ratios.
std::string overhead_text(const std::vector<bench::Sample>& samples, Color color);

/// A line per pair: seconds of eager and of captures, their ratio, nodes, memory.
std::string pairs_text(const std::vector<bench::PairOverhead>& pairs, Color color);

/// What is slower, faster, too seldom measured or on one side only, the largest slow-down first; then how
/// many did not change.
std::string changes_text(const std::vector<bench::Change>& changes, const bench::Bar& bar, Color color);

}  // namespace assay
