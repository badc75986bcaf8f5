// verdict_word: one pair's verdict in one short word.
#pragma once

#include <string>
#include <string_view>

#include "harness/results/pair_result.h"
#include "reports/console/columns.h"

namespace assay {

/// "match" ("match*" when the golden is not yet verified with this worker), "expected", "-" (unsupported),
/// "skipped"; everything that is not green begins with "!" so that it is seen without colour too: "!differs",
/// "!new", "!missing", "!passes" (an expected failure that did not come), or how it failed: "!raises",
/// "!crashes", "!times out".
Cell verdict_word(const PairResult& result);

/// "times out" of "times_out": a name of an outcome or a verdict as sentences have it.
std::string words_of(std::string_view name);

}  // namespace assay
