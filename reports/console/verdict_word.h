// verdict_word: the verdict of a pair in one short word.
#pragma once

#include <string>
#include <string_view>

#include "harness/results/pair_result.h"
#include "reports/console/columns.h"

namespace assay {

/// "match" ("match*": golden not yet verified with this worker), "guarded", "expected", "-" (unsupported),
/// "skipped". Expected failures that have a graph are in parentheses: "(diverges)". Verdicts that are not
/// green begin with "!", visible without colour: "!differs", "!new", "!missing", "!passes" (an expected
/// failure that passed), or the outcome: "!raises", "!crashes", "!times out".
Cell verdict_word(const PairResult& result);

/// The name of an outcome or verdict with spaces: "times out" of "times_out".
std::string words_of(std::string_view name);

}  // namespace assay
