// Outcome, Stage, Verdict: how a pair ended, where, and what that means (design section 2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/words/enumerators.h"

namespace assay {

/// How a pair ended. What follows from each is a row in outcome.cc; everybody asks the predicates below.
enum class Outcome : std::uint8_t {
  kLoadFails,
  kEagerFails,
  kNondeterministic,
  kCaptured,
  kRaises,
  kCrashes,
  kTimesOut,
  kOutOfMemory,
  kReplayFails,
  kDiverges,
  kUndecided,
  kGuarded,
  kUnsupported,
  kSkipped,
};
std::string_view to_string(Outcome outcome);
std::optional<Outcome> outcome_from_string(std::string_view text);
std::vector<std::string> outcome_names();

bool has_graph(Outcome outcome);      ///< a graph file was written, whatever came of replaying it
bool agrees(Outcome outcome);         ///< it replays, inside its guards at least, or nobody has replayed it
bool is_of_replay(Outcome outcome);   ///< only replaying the graph can tell it
bool has_exception(Outcome outcome);  ///< Python's, in which it ended
bool is_countable(Outcome outcome);   ///< for a method or against it

/// Where it ended; ordered, and ending earlier than before is a regression.
enum class Stage : std::uint8_t { kLoad, kEager, kCapture, kWrite, kReplay, kCompare };
inline constexpr auto kStageNames =
    enumerators<Stage>({"load", "eager", "capture", "write", "replay", "compare"});
inline std::string_view to_string(Stage stage) { return kStageNames[stage]; }
inline std::optional<Stage> stage_from_string(std::string_view text) { return kStageNames.find(text); }

/// What it means against expectations and the golden.
enum class Verdict : std::uint8_t {
  kMatch,
  kDiffers,
  kNew,
  kExpectedFailure,
  kUnexpectedFailure,
  kUnexpectedPass,
  kFlaky,         ///< it does not always end in the same way
  kBrokenGolden,  ///< there is a golden, and it cannot be read or contradicts itself
  kMissing,
  kSkipped
};
inline constexpr auto kVerdictNames =
    enumerators<Verdict>({"match", "differs", "new", "expected_failure", "unexpected_failure",
                          "unexpected_pass", "flaky", "broken_golden", "missing", "skipped"});
inline std::string_view to_string(Verdict verdict) { return kVerdictNames[verdict]; }
inline std::optional<Verdict> verdict_from_string(std::string_view text) { return kVerdictNames.find(text); }

/// kMatch, kExpectedFailure, and kSkipped, which counts neither way.
bool is_green(Verdict verdict);

}  // namespace assay
