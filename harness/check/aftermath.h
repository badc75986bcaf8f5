// aftermath_of: side effects and second graph of a watched capture.
#pragma once

#include <optional>

#include "harness/results/pair_result.h"
#include "harness/run/pool.h"

namespace assay {

/// Nothing unless the pair was captured twice (protocol::Capture::again_path). The two graphs are compared
/// exactly, under no policy: same program, method and process. A failed capture has no second graph.
std::optional<Aftermath> aftermath_of(const PairEnding& ending);

}  // namespace assay
