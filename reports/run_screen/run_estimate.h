// estimate_text: how long a run will take, said before it begins, and how much of that is known.
#pragma once

#include <string>
#include <vector>

#include "harness/run/pair_times.h"

namespace assay {

/// "estimate: 2:40:00 with 2 pairs at a time from the worker's start on, by DIR: 3,120 of 5,000 pairs as they
/// took there, the others as their method's median". Where `times` tell nothing it says so, and what it would
/// be at kAssumedSeconds a pair. `source` is where the times are from. Ends with a newline; empty for no
/// pairs.
std::string estimate_text(const std::vector<PairId>& pairs, const PairTimes& times, int parallel,
                          const std::string& source);

}  // namespace assay
