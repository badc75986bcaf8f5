// Device, Outcome, Stage, Verdict: the closed vocabularies of a pair (design section 2).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

enum class Device : std::uint8_t { kCpu, kCuda };

/// How a pair ended.
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
  kGuarded,
  kUnsupported,
  kSkipped,
};

/// Where it ended; ordered, and ending earlier than before is a regression.
enum class Stage : std::uint8_t { kLoad, kEager, kCapture, kWrite, kReplay, kCompare };

/// What it means against expectations and the golden. kMatch and kExpectedFailure are green; kSkipped counts
/// neither way; all others are red.
enum class Verdict : std::uint8_t {
  kMatch,
  kDiffers,
  kNew,
  kExpectedFailure,
  kUnexpectedFailure,
  kUnexpectedPass,
  kMissing,
  kSkipped
};

std::string_view to_string(Device), to_string(Outcome), to_string(Stage), to_string(Verdict);
std::optional<Device> device_from_string(std::string_view);
std::optional<Outcome> outcome_from_string(std::string_view);
std::optional<Stage> stage_from_string(std::string_view);
std::optional<Verdict> verdict_from_string(std::string_view);

/// Whether it is not red.
bool is_green(Verdict verdict);

}  // namespace assay
