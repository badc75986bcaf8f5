// Alert: in one word, what is the matter with a pair that is not green.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/results/pair_result.h"

namespace assay {

/// A verdict, or of an unexpected failure how the pair ended. What matters most comes first: a capture that
/// is silently wrong before one that has changed, before one that is not there, before what only awaits a
/// decision.
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
  kUnexpectedFailure,  ///< any other, such as guards that are not the expected ones
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

/// Nothing for a pair that is green.
std::optional<Alert> alert_of(const PairResult& result);

/// Whether it asks for a decision (accept the graph, strike the expectation) where nothing is known to be
/// wrong. Every alert makes a run red all the same.
bool awaits_decision(Alert alert);

}  // namespace assay
