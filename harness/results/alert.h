// Alert: a word for the problem of a pair that is not green.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/results/pair_result.h"

namespace assay {

/// A verdict, or the outcome of an unexpected failure. The most severe comes first: silently wrong captures,
/// then changed captures, then missing captures, then pending decisions.
enum class Alert : std::uint8_t {
  kDiverges,
  kDiffers,
  kBrokenGolden,
  kCrashes,
  kOutOfMemory,
  kTimesOut,
  kRaises,
  kUndecided,
  kReplayFails,
  kNondeterministic,
  kEagerFails,
  kLoadFails,
  kUnexpectedFailure,  ///< Any other failure, such as unexpected guards.
  kMissing,
  kFlaky,
  kUnexpectedPass,
  kNew,
};
inline constexpr auto kAlertNames =
    enumerators<Alert>({"diverges", "differs", "broken_golden", "crashes", "out_of_memory", "times_out",
                        "raises", "undecided", "replay_fails", "nondeterministic", "eager_fails",
                        "load_fails", "unexpected_failure", "missing", "flaky", "unexpected_pass", "new"});
inline std::string_view to_string(Alert alert) { return kAlertNames[alert]; }

/// Nothing for a green pair.
std::optional<Alert> alert_of(const PairResult& result);

/// Whether the alert asks only for a decision (accept the graph, remove the expectation), without a known
/// error. Like every alert it makes the run red.
bool awaits_decision(Alert alert);

}  // namespace assay
