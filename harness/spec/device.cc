// Device, Outcome, Stage, Verdict: their names.
#include "harness/spec/device.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay {
namespace {

template <typename T, std::size_t N>
using Names = std::array<std::pair<T, std::string_view>, N>;

constexpr Names<Device, 2> kDevices{{{Device::kCpu, "cpu"}, {Device::kCuda, "cuda"}}};

constexpr Names<Outcome, 13> kOutcomes{{
    {Outcome::kLoadFails, "load_fails"},
    {Outcome::kEagerFails, "eager_fails"},
    {Outcome::kNondeterministic, "nondeterministic"},
    {Outcome::kCaptured, "captured"},
    {Outcome::kRaises, "raises"},
    {Outcome::kCrashes, "crashes"},
    {Outcome::kTimesOut, "times_out"},
    {Outcome::kOutOfMemory, "out_of_memory"},
    {Outcome::kReplayFails, "replay_fails"},
    {Outcome::kDiverges, "diverges"},
    {Outcome::kGuarded, "guarded"},
    {Outcome::kUnsupported, "unsupported"},
    {Outcome::kSkipped, "skipped"},
}};

constexpr Names<Stage, 6> kStages{{
    {Stage::kLoad, "load"},
    {Stage::kEager, "eager"},
    {Stage::kCapture, "capture"},
    {Stage::kWrite, "write"},
    {Stage::kReplay, "replay"},
    {Stage::kCompare, "compare"},
}};

constexpr Names<Verdict, 8> kVerdicts{{
    {Verdict::kMatch, "match"},
    {Verdict::kDiffers, "differs"},
    {Verdict::kNew, "new"},
    {Verdict::kExpectedFailure, "expected_failure"},
    {Verdict::kUnexpectedFailure, "unexpected_failure"},
    {Verdict::kUnexpectedPass, "unexpected_pass"},
    {Verdict::kMissing, "missing"},
    {Verdict::kSkipped, "skipped"},
}};

template <typename T, std::size_t N>
std::string_view name_of(const Names<T, N>& names, T value) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& entry) { return entry.first == value; });
  return found == names.end() ? std::string_view("?") : found->second;
}

template <typename T, std::size_t N>
std::optional<T> value_of(const Names<T, N>& names, std::string_view text) {
  const auto found =
      std::find_if(names.begin(), names.end(), [&](const auto& entry) { return entry.second == text; });
  return found == names.end() ? std::nullopt : std::optional<T>(found->first);
}

}  // namespace

std::string_view to_string(Device device) { return name_of(kDevices, device); }
std::string_view to_string(Outcome outcome) { return name_of(kOutcomes, outcome); }
std::string_view to_string(Stage stage) { return name_of(kStages, stage); }
std::string_view to_string(Verdict verdict) { return name_of(kVerdicts, verdict); }

std::optional<Device> device_from_string(std::string_view text) { return value_of(kDevices, text); }
std::optional<Outcome> outcome_from_string(std::string_view text) { return value_of(kOutcomes, text); }
std::optional<Stage> stage_from_string(std::string_view text) { return value_of(kStages, text); }
std::optional<Verdict> verdict_from_string(std::string_view text) { return value_of(kVerdicts, text); }

bool is_green(Verdict verdict) {
  return verdict == Verdict::kMatch || verdict == Verdict::kExpectedFailure || verdict == Verdict::kSkipped;
}

}  // namespace assay
