// family_table: a run by family, where a row for each case would be pages.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "reports/console/paint.h"

namespace assay {

/// A row per family: its pairs, those that are green, and the others by how they are not. Families with most
/// of those come first, then by name; beyond `most` rows the rest is one row. Empty for no results.
std::string family_table(const std::vector<PairResult>& results, std::size_t most, Color color);

}  // namespace assay
