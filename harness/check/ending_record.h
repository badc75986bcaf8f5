// Ending to record: the facts of how a pair ended, before anything is expected of it.
#pragma once

#include <optional>
#include <string>

#include "harness/check/check_plan.h"

namespace assay {

/// Everything that the worker has told of the pair. A replay that was asked for and not reported is
/// `replay_fails`. The verdict is not set.
PairResult record_of(const PlannedPair& planned, const PairEnding& ending);

/// The record of a pair that its method declares it cannot do on the phantom, without running it.
PairResult unsupported(const PlannedPair& planned, const Worker& worker, std::string reason);

/// The operators that a pair's replay ran, where they were recorded.
std::optional<Coverage> coverage_of(const protocol::Ended& ended);

}  // namespace assay
