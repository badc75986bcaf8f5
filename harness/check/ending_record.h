// record_of: the facts of how a pair ended, without its expectation.
#pragma once

#include <optional>
#include <string>

#include "harness/check/check_plan.h"

namespace assay {

/// All facts that the worker reported about the pair. A missing report of a requested replay gives
/// `replay_fails`. The verdict is not set.
PairResult record_of(const PlannedPair& planned, const PairEnding& ending);

/// The record of a pair that the worker does not support, without a run.
PairResult unsupported(const PlannedPair& planned, const Worker& worker, std::string reason);

/// The operators that a pair's replay ran, if recorded.
std::optional<Coverage> coverage_of(const protocol::Ended& ended);

}  // namespace assay
