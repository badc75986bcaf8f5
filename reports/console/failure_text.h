// failure_text: a block of facts about a pair that is not green.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "reports/console/paint.h"

namespace assay {

/// "DIFFERS seed/mlp make_fx cpu", then indented: golden and graph files, the reason, stage and exception or
/// the replay, and the explanation. Exception and explanation are cut after `most_lines` lines with a count
/// of the rest. The last line is always "next: COMMAND". Without colour, safe to print, ends with a newline.
std::string failure_text(const PairResult& result, std::size_t most_lines);

/// The blocks of all pairs that are not green, in the given order, separated by blank lines. A new pair
/// without an explanation takes one line.
std::string failure_blocks(const std::vector<PairResult>& results, std::size_t most_lines, Color color);

/// "DIFFERS": the verdict, or for an unexpected failure the outcome, in capitals.
std::string title_word(const PairResult& result);
/// Why the pair failed, indented by two: the reason of its expectation, the error, the explanation. At most
/// `most_lines` of each.
std::string reasons_text(const PairResult& result, std::size_t most_lines);

}  // namespace assay
