// replay_text: what executing a graph file showed, run by run.
#pragma once

#include <string>

#include "harness/spec/replay.h"

namespace assay {

/// Indented lines: each run with its verdict and how it was decided, the first operator that departs with
/// both values, the largest error per dtype, and what was executed. Without colour; texts of a worker are
/// not made printable here.
std::string replay_text(const ReplayReport& report);

}  // namespace assay
