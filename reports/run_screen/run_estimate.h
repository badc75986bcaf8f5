// estimate_text: expected duration of a run, and how much of it is known.
#pragma once

#include <string>
#include <vector>

#include "harness/run/pair_times.h"

namespace assay {

/// "estimate: 2:40:00 with 2 pairs at a time from the worker's start on, by DIR: 3,120 of 5,000 pairs as they
/// took there, the others as their method's median". The time of the worker's own start is not part of it.
/// Without earlier times, the text says so and assumes kAssumedSeconds per pair. `source` is the folder of
/// `times`. Ends with a newline. Empty for no pairs.
std::string estimate_text(const std::vector<PairId>& pairs, const PairTimes& times, int parallel,
                          const std::string& source);

}  // namespace assay
