// failure_text: what a reader needs to know about one pair that is not green.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "reports/console/paint.h"

namespace assay {

/// "DIFFERS seed/mlp make_fx cpu", then indented what is known: golden and graph file, the exception, the
/// explanation (its first `most_lines` lines, and how many more there are); last, always, "next: COMMAND".
/// Without colour, safe to print, ends with a newline.
std::string failure_text(const PairResult& result, std::size_t most_lines);

/// The blocks of all pairs that are not green, in the order given, with a blank line between two; pairs that
/// are `new` take one line each.
std::string failure_blocks(const std::vector<PairResult>& results, std::size_t most_lines, Color color);

/// "DIFFERS": the verdict, or for an unexpected failure the outcome, in capitals.
std::string title_word(const PairResult& result);
/// Why the pair failed, indented by two: the reason of its expectation, the error, the explanation. At most
/// `most_lines` of each.
std::string reasons_text(const PairResult& result, std::size_t most_lines);

}  // namespace assay
