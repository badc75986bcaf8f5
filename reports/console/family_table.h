// family_table, reach_table: a run by family, where a row for each case would be pages.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/results/summary.h"
#include "reports/console/paint.h"

namespace assay {

/// A row per family: its pairs, those that are green, and the others by how they are not. Families with most
/// of those come first, then by name; beyond `most` rows the rest is one row. Empty for no results.
std::string family_table(const std::vector<PairResult>& results, std::size_t most, Color color);

/// A row per method, a column per family, those with most pairs first: captured/replayed of the pairs that
/// count. Beyond `most` columns the rest is one, and the last is all of them. Empty for fewer than two
/// families.
std::string reach_table(const Summary& summary, std::size_t most, Color color);

}  // namespace assay
