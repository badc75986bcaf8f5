// break_text: graph breaks of a run, a line each.
#pragma once

#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

/// "graph breaks\n  zoo/lstm dynamo cpu  after forward at lstm.py:14: a skipped function\n". Empty without
/// breaks.
std::string break_text(const std::vector<PairResult>& records);

}  // namespace assay
