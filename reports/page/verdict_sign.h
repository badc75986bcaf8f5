// Signs of verdicts and outcomes: told by a character and a word besides a colour.
#pragma once

#include <string>
#include <string_view>

#include "harness/results/pair_result.h"

namespace assay {

/// "✓", "≠", ..: never the colour alone tells a verdict.
std::string_view mark_of(Verdict verdict);
/// "green", "red", "faint": what the style sheet colours by.
const char* class_of(Verdict verdict);
/// A cell of the matrix of cases and methods: the sign of its outcome (capability_sheet/signs.h), '?' for
/// what was to run and did not; of what is not green '!' follows.
std::string cell_of(const PairResult& record);

}  // namespace assay
