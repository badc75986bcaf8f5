// replay_text: what executing a graph file showed, run by run.
#pragma once

#include <string>
#include <vector>

#include "harness/results/summary.h"
#include "harness/zoo/replay.h"

namespace assay {

/// Indented lines: each run with its verdict and how it was decided, the first operator that departs with
/// both values, the largest error per dtype, and what was executed. Without colour; texts of a worker are
/// not made printable here.
std::string replay_text(const ReplayReport& report);

/// How pairs that replay were judged: "28 bit by bit, 1 in float64 (at worst 1.3x), 2 within tolerance".
std::string judged_text(const ReplayCounts& counts);

/// What limits the word of those that agree: "1 under policy kept_precision", "2 judged on one run only",
/// "3 runs left out: eager itself raises ..". Empty where nothing does.
std::vector<std::string> reservations(const ReplayCounts& counts);

}  // namespace assay
