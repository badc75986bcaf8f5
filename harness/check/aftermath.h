// aftermath_of: what a capture that was watched did beside giving a graph.
#pragma once

#include <optional>

#include "harness/results/pair_result.h"
#include "harness/run/pool.h"

namespace assay {

/// Nothing for a pair that was not asked for it (protocol::Capture::again_path). The two graphs are compared
/// exactly, under no policy: one program by one method in one process. A capture that failed has no second.
std::optional<Aftermath> aftermath_of(const PairEnding& ending);

}  // namespace assay
