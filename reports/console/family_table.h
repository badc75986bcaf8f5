// family_table, reach_table: a run summarised by family.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/results/summary.h"
#include "reports/console/paint.h"

namespace assay {

/// A row per family: its pairs, green pairs, and counts of the others by verdict. Sorted by the number of
/// pairs that are not green, then by name. Beyond `most` rows, the last row sums the rest. Empty for no
/// results.
std::string family_table(const std::vector<PairResult>& results, std::size_t most, Color color);

/// A row per method and a column per family, largest families first. A cell is captured/replayed of the
/// countable pairs. Beyond `most` families, a column sums the rest; the last column sums all. Empty for fewer
/// than two families.
std::string reach_table(const Summary& summary, std::size_t most, Color color);

}  // namespace assay
