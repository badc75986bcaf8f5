// replay_text: the replay of a graph file, run by run.
#pragma once

#include <string>
#include <vector>

#include "harness/results/summary.h"
#include "harness/zoo/replay.h"

namespace assay {

/// Indented lines: each run with its verdict and how it was decided, then the first divergent operator with
/// both values, findings, and the largest error per dtype. The last line counts the operators per run.
/// Without colour. Text from the worker is not made printable here.
std::string replay_text(const ReplayReport& report);

/// How the replays that agree were judged: "28 bit by bit, 1 in float64 (at worst 1.3x), 2 within tolerance".
std::string judged_text(const ReplayCounts& counts);

/// Limits of the agreement: "1 under policy kept_precision", "2 judged on one run only", "3 runs left out:
/// eager itself raises ..". Empty when there are none.
std::vector<std::string> reservations(const ReplayCounts& counts);

}  // namespace assay
