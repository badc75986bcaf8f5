// Signs of verdicts and outcomes: a character and a word as well as a colour.
#pragma once

#include <string>
#include <string_view>

#include "harness/results/pair_result.h"

namespace assay {

/// "✓", "≠", ..: readable without colour.
std::string_view mark_of(Verdict verdict);
/// "green", "red" or "faint": classes of the style sheet.
const char* class_of(Verdict verdict);
/// A cell of the matrix of cases and methods: the sign of the outcome (capability_sheet/signs.h), followed by
/// '!' if not green. "?!" for a planned pair that did not run.
std::string cell_of(const PairResult& record);

}  // namespace assay
