// Names and short texts of replay reports.
#include "harness/zoo/replay.h"

#include <algorithm>

#include "harness/words/enumerators.h"
#include "harness/words/quantity.h"

namespace assay {
namespace {

constexpr auto kVerdicts =
    enumerators<ReplayVerdict>({"replays", "guarded", "undecided", "diverges", "fails", "eager_fails"});
constexpr auto kRunKinds =
    enumerators<RunKind>({"same", "fresh", "far_values", "other_strides", "not_finite", "given", "aliased",
                          "other_size", "flipped_training", "other_plain"});
constexpr auto kPolicies = enumerators<ReplayPolicy>(
    {"kept_precision", "draw_order", "order_of_equals", "folded_constants", "finite", "same_strides"});
constexpr auto kDoubtKinds = enumerators<DoubtKind>({"chaos", "tie"});
constexpr auto kFindingKinds =
    enumerators<FindingKind>({"metadata", "stride", "generator", "python_state", "not_raised", "refused",
                              "not_asked", "too_narrow", "no_gradient", "specialised", "mode", "made_once"});

/// Texts of a worker may contain line ends, which become spaces.
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

const ReplayRun* deciding_run(const ReplayReport& report) {
  const auto run = std::ranges::find(report.runs, report.verdict, &ReplayRun::verdict);
  return run == report.runs.end() ? nullptr : &*run;
}

const std::string& decided_by(const ReplayReport& report) {
  const ReplayRun* run = deciding_run(report);
  return run == nullptr || run->message.empty() ? report.message : run->message;
}

std::string describe(const ReplayReport& report) {
  return std::string(to_string(report.verdict)) + details(report);
}

std::string details(const ReplayReport& report) {
  if (report.verdict == ReplayVerdict::kReplays)
    return ": " + counted(report.runs.size(), "run") + ", " + counted(report.operators, "operator");
  std::string text;
  if (const ReplayRun* run = deciding_run(report)) text += " in run '" + run->name + "'";
  const std::string why = report.departure ? describe(*report.departure) : decided_by(report);
  if (!why.empty()) text += ": " + why;
  return on_one_line(std::move(text));
}

std::optional<double> worst_precision(const ReplayReport& report) {
  std::optional<double> worst;
  for (const ReplayRun& run : report.runs) worst = std::max(worst, run.precision);
  return worst;
}

bool is_judged_once(const ReplayReport& report) {
  const auto counts = std::ranges::count_if(report.runs, [](const ReplayRun& run) {
    return run.left_out.empty() && run.verdict != ReplayVerdict::kGuarded;
  });
  return agrees(report.verdict) && counts == 1;
}

std::string_view to_string(ReplayPolicy policy) { return kPolicies[policy]; }
std::optional<ReplayPolicy> replay_policy_from_string(std::string_view name) { return kPolicies.find(name); }
std::vector<std::string> replay_policy_names() {
  return {kPolicies.names().begin(), kPolicies.names().end()};
}
std::string_view to_string(DoubtKind kind) { return kDoubtKinds[kind]; }
std::optional<DoubtKind> doubt_kind_from_string(std::string_view name) { return kDoubtKinds.find(name); }
std::string_view to_string(ReplayVerdict verdict) { return kVerdicts[verdict]; }
std::string_view to_string(RunKind kind) { return kRunKinds[kind]; }
std::optional<ReplayVerdict> replay_verdict_from_string(std::string_view name) {
  return kVerdicts.find(name);
}
std::string_view to_string(FindingKind kind) { return kFindingKinds[kind]; }
std::optional<FindingKind> finding_kind_from_string(std::string_view name) {
  return kFindingKinds.find(name);
}
std::optional<RunKind> run_kind_from_string(std::string_view name) { return kRunKinds.find(name); }

}  // namespace assay
