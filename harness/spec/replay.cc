// Names of the vocabularies of replay.
#include "harness/spec/replay.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay {
namespace {

constexpr std::array<std::pair<ReplayVerdict, std::string_view>, 4> kVerdicts{{
    {ReplayVerdict::kReplays, "replays"},
    {ReplayVerdict::kGuarded, "guarded"},
    {ReplayVerdict::kDiverges, "diverges"},
    {ReplayVerdict::kFails, "fails"},
}};

constexpr std::array<std::pair<RunKind, std::string_view>, 6> kRunKinds{{
    {RunKind::kSame, "same"},
    {RunKind::kFresh, "fresh"},
    {RunKind::kGiven, "given"},
    {RunKind::kAliased, "aliased"},
    {RunKind::kOtherSize, "other_size"},
    {RunKind::kFlippedTraining, "flipped_training"},
}};

template <typename Table, typename Key>
std::string_view name_of(const Table& table, Key key) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.first == key; });
  return found == table.end() ? "?" : found->second;
}

template <typename Key, typename Table>
std::optional<Key> key_of(const Table& table, std::string_view name) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.second == name; });
  return found == table.end() ? std::nullopt : std::optional<Key>(found->first);
}

}  // namespace

std::string_view to_string(ReplayVerdict verdict) { return name_of(kVerdicts, verdict); }
std::string_view to_string(RunKind kind) { return name_of(kRunKinds, kind); }
std::optional<ReplayVerdict> replay_verdict_from_string(std::string_view name) {
  return key_of<ReplayVerdict>(kVerdicts, name);
}
std::optional<RunKind> run_kind_from_string(std::string_view name) {
  return key_of<RunKind>(kRunKinds, name);
}

}  // namespace assay
