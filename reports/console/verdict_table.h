// verdict_table: cases as rows, methods as columns, a table per device.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "reports/console/paint.h"

namespace assay {

/// The verdicts of `results`, given in any order. Tables in the order cpu, cuda; cases by id; methods in the
/// order of their table. Devices, cases and methods without results are left out. A pair that was not part of
/// the run is blank. Methods beyond `width` columns continue in further blocks, each with all cases. A legend
/// of unusual verdicts follows. Empty for no results.
std::string verdict_table(const std::vector<PairResult>& results, std::size_t width, Color color);

}  // namespace assay
