// break_text: where captures were cut, a line for each graph break.
#pragma once

#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

/// "graph breaks\n  zoo/lstm dynamo cpu  after forward at lstm.py:14: a skipped function\n"; empty where no
/// capture has any.
std::string break_text(const std::vector<PairResult>& records);

}  // namespace assay
