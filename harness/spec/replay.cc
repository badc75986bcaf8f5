// Names of the vocabularies of replay.
#include "harness/spec/replay.h"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/words/quantity.h"

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

/// Texts of a worker may hold line ends; what is one line here stays one.
std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
  return text;
}

std::string describe(const Departure& departure) {
  std::string text = departure.graph + "/%" + std::to_string(departure.node) + " " + departure.target +
                     ": expected " + departure.expected + ", found " + departure.found;
  if (!departure.module.empty()) text += ", in " + departure.module;
  if (!departure.source.empty()) text += ", at " + departure.source;
  return text;
}

}  // namespace

std::string describe(const ReplayReport& report) {
  std::string text(to_string(report.verdict));
  if (report.verdict == ReplayVerdict::kReplays)
    return text + ": " + counted(report.runs.size(), "run") + ", " + counted(report.operators, "operator");
  const auto run = std::find_if(report.runs.begin(), report.runs.end(),
                                [&](const ReplayRun& each) { return each.verdict == report.verdict; });
  if (run != report.runs.end()) text += " in run '" + run->name + "'";
  if (report.departure) {
    text += ": " + describe(*report.departure);
  } else if (run != report.runs.end() && !run->message.empty()) {
    text += ": " + run->message;
  } else if (!report.message.empty()) {
    text += ": " + report.message;
  }
  return on_one_line(std::move(text));
}

std::string_view to_string(ReplayVerdict verdict) { return name_of(kVerdicts, verdict); }
std::string_view to_string(RunKind kind) { return name_of(kRunKinds, kind); }
std::optional<ReplayVerdict> replay_verdict_from_string(std::string_view name) {
  return key_of<ReplayVerdict>(kVerdicts, name);
}
std::optional<RunKind> run_kind_from_string(std::string_view name) {
  return key_of<RunKind>(kRunKinds, name);
}

}  // namespace assay
