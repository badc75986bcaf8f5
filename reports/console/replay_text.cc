// replay_text: runs as columns, then the divergence, errors and figures.
#include "reports/console/replay_text.h"

#include <vector>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/columns.h"

namespace assay {
namespace {

std::string policies_text(const ReplayRun& run) {
  std::string text;
  for (const ReplayPolicy policy : run.policies)
    text += (text.empty() ? "; under policy " : ", ") + std::string(to_string(policy));
  return text;
}

std::string how_it_agrees(const ReplayRun& run) {
  if (run.bitwise) return "bit by bit";
  if (run.precision) return "the same in float64; rounds " + ratio_text(*run.precision) + " as eager does";
  if (run.fp64) return "the same in float64";
  return run.no_fp64.empty() ? "within tolerance" : "within tolerance; " + run.no_fp64;
}

std::string how(const ReplayRun& run) {
  if (!run.left_out.empty()) return "left out: " + run.left_out;
  if (!run.message.empty()) return run.message;
  if (run.verdict != ReplayVerdict::kReplays) return "";
  return how_it_agrees(run) + policies_text(run);
}

std::string departure_text(const Departure& departure) {
  std::string text =
      fmt::format("  departs at {}/%{}  {}\n", departure.graph, departure.node, departure.target);
  if (!departure.module.empty()) text += fmt::format("    in {}\n", departure.module);
  if (!departure.source.empty()) text += fmt::format("    at {}\n", departure.source);
  return text + fmt::format("    expected  {}\n    found     {}\n", departure.expected, departure.found);
}

}  // namespace

std::string replay_text(const ReplayReport& report) {
  std::vector<Row> rows;
  for (const ReplayRun& run : report.runs)
    rows.push_back({{"  " + run.name}, {std::string(to_string(run.verdict))}, {how(run)}});
  std::string text = rows.empty() ? "" : aligned_columns(rows, {}, Color::kOff);
  if (rows.empty() && !report.message.empty()) text += fmt::format("  {}\n", report.message);
  if (report.departure) text += departure_text(*report.departure);
  for (const Finding& finding : report.findings)
    text += fmt::format("  beside values ({})  {}\n", to_string(finding.kind), finding.message);
  for (const auto& [dtype, error] : report.errors)
    text += fmt::format("  largest error  {}: absolute {:.2g}, relative {:.2g}\n", to_string(dtype),
                        error.absolute, error.relative);
  text +=
      fmt::format("  {} per run, {}", counted(report.operators, "operator"), duration_text(report.seconds));
  return text + (report.through_table ? ", on the CPU through the table of replacements\n" : "\n");
}

std::string judged_text(const ReplayCounts& counts) {
  std::string text = count_text(counts.bitwise) + " bit by bit";
  if (counts.in_double > 0) text += fmt::format(", {} in float64", count_text(counts.in_double));
  if (counts.worst_precision) text += fmt::format(" (at worst {})", ratio_text(counts.worst_precision));
  if (counts.by_tolerance > 0) text += fmt::format(", {} within tolerance", count_text(counts.by_tolerance));
  return text;
}

std::vector<std::string> reservations(const ReplayCounts& counts) {
  std::vector<std::string> all;
  for (const auto& [policy, pairs] : counts.policies)
    all.push_back(fmt::format("{} under policy {}", count_text(pairs), to_string(policy)));
  if (counts.judged_once > 0)
    all.push_back(fmt::format("{} judged on one run only", count_text(counts.judged_once)));
  for (const auto& [why, runs] : counts.left_out)
    all.push_back(fmt::format("{} left out: {}", counted(runs, "run"), why));
  return all;
}

}  // namespace assay
