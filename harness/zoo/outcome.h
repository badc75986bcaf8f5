// Outcome, Stage, Verdict: how and where a pair ended, and whether that was expected (docs/concepts.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/words/enumerators.h"

namespace assay {

/// How a pair ended. The predicates below read the table of outcomes in outcome.cc.
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

bool has_graph(Outcome outcome);      ///< A graph file was written, whatever its replay showed.
bool agrees(Outcome outcome);         ///< It replays, at least inside its guards, or was not replayed.
bool is_of_replay(Outcome outcome);   ///< Only a replay can show it.
bool has_exception(Outcome outcome);  ///< It ended in a Python exception.
bool is_countable(Outcome outcome);   ///< It counts for or against a method.

/// Where a pair ended, in order. An earlier end than before is a regression.
enum class Stage : std::uint8_t { kLoad, kEager, kCapture, kWrite, kReplay, kCompare };
inline constexpr auto kStageNames =
    enumerators<Stage>({"load", "eager", "capture", "write", "replay", "compare"});
inline std::string_view to_string(Stage stage) { return kStageNames[stage]; }
inline std::optional<Stage> stage_from_string(std::string_view text) { return kStageNames.find(text); }

/// The outcome compared with expectations and the golden.
enum class Verdict : std::uint8_t {
  kMatch,
  kDiffers,
  kNew,
  kExpectedFailure,
  kUnexpectedFailure,
  kUnexpectedPass,
  kFlaky,         ///< The pair does not always end in the same way.
  kBrokenGolden,  ///< The golden exists, but is unreadable or contradicts itself.
  kMissing,
  kSkipped
};
inline constexpr auto kVerdictNames =
    enumerators<Verdict>({"match", "differs", "new", "expected_failure", "unexpected_failure",
                          "unexpected_pass", "flaky", "broken_golden", "missing", "skipped"});
inline std::string_view to_string(Verdict verdict) { return kVerdictNames[verdict]; }
inline std::optional<Verdict> verdict_from_string(std::string_view text) { return kVerdictNames.find(text); }

/// True for kMatch, kExpectedFailure and kSkipped. kSkipped counts neither way.
bool is_green(Verdict verdict);

}  // namespace assay
