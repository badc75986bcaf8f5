// verdict_table: cases as rows, methods as columns, one table per device.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "reports/console/paint.h"

namespace assay {

/// The verdicts of `results`, in any order: devices in the order cpu, cuda, then cases by id, methods in
/// their table's order, only those that occur. A pair that was not part of the run is blank. Methods that do
/// not fit into `width` columns go into further blocks below, each with the cases repeated. A legend of the
/// words that need one follows. Empty for no results.
std::string verdict_table(const std::vector<PairResult>& results, std::size_t width, Color color);

}  // namespace assay
