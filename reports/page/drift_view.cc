// Drift: changes between two runs, by cause.
#include <algorithm>

#include <fmt/format.h>

#include "harness/results/results_folder.h"
#include "harness/words/quantity.h"
#include "harness/words/shell_command.h"
#include "reports/console/verdict_word.h"
#include "reports/page/views.h"

namespace assay {

namespace {

constexpr std::size_t kMostTurned = 200;

void append_versions(Element view, const std::vector<MatrixRow>& versions) {
  if (versions.empty()) return;
  Element rows = append_table(view, {.caption = "Versions", .head = {"torch", "verdicts", "green"}});
  for (const MatrixRow& version : versions) {
    std::string verdicts;
    for (const auto& [verdict, count] : version.verdicts)
      verdicts += fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", count_text(count),
                              words_of(to_string(verdict)));
    Element row = append(rows, "tr");
    append_cell(row, to_string(version.torch));
    append_cell(row, version.stage == MatrixStage::kDone ? verdicts : "no results: " + version.reason);
    append_cell(row, version.green ? "yes" : "no");
  }
}

/// Compares both sides of an example.
std::string command_of(const ReportedDrift& drift, const PairId& pair) {
  const std::filesystem::path graph = graph_path(pair);
  return shell_command("assay diff {} {}", drift.before_folder / graph, drift.after_folder / graph);
}

void append_causes(Element view, const ReportedDrift& reported) {
  if (reported.drift.causes.empty()) return;
  Element rows =
      append_table(view, {.caption = "By cause",
                          .head = {"change", "kind", "nodes", "graphs", "first in", "example", "next"},
                          .numeric = {false, false, true, true}});
  for (const DriftCause& cause : reported.drift.causes) {
    Element row = append(rows, "tr");
    append_cell(row, cause.change);
    append_cell(row, cause.kind);
    append_number(row, static_cast<double>(cause.nodes), count_text(cause.nodes));
    append_number(row, static_cast<double>(cause.pairs.size()), count_text(cause.pairs.size()));
    append_cell(row, cause.first_in);
    const PairId& example = cause.pairs.front();
    append_link(append(row, "td"), "case", example.case_id, to_string(example));
    append_command(append(row, "td"),
                   cause.kind == "outcome" ? check_command(example) : command_of(reported, example));
  }
}

void append_turned(Element view, const char* caption, const std::vector<Turned>& turned) {
  if (turned.empty()) return;
  Element rows = append_table(view, {.caption = caption, .head = {"pair", "before", "after"}});
  for (std::size_t k = 0; k < std::min(turned.size(), kMostTurned); ++k) {
    Element row = append(rows, "tr");
    append_link(append(row, "td"), "case", turned[k].pair.case_id, to_string(turned[k].pair));
    append_cell(row, turned[k].before);
    append_cell(row, turned[k].after);
  }
  if (turned.size() > kMostTurned)
    append(view, "p",
           fmt::format("{} more are in the plain text beside this page.", turned.size() - kMostTurned));
}

void append_drift(Element view, const ReportedDrift& reported) {
  const Drift& drift = reported.drift;
  append(view, "h3", fmt::format("{} to {}", drift.from, drift.to));
  append(view, "p",
         fmt::format(
             "{} the same, {} changed, {} newly failing, {} newly passing, {} only in {}, {} only in {}.",
             counted(drift.same.size(), "pair"), drift.changed.size(), drift.newly_failing.size(),
             drift.newly_passing.size(), drift.only_before.size(), drift.from, drift.only_after.size(),
             drift.to));
  append_causes(view, reported);
  append_turned(view, "Newly failing", drift.newly_failing);
  append_turned(view, "Newly passing", drift.newly_passing);
}

}  // namespace

void append_drifts(Element page, const ReportData& data) {
  Element view = append_view(page, "drift", "Drift");
  append_versions(view, data.versions);
  for (const ReportedDrift& drift : data.drifts) append_drift(view, drift);
  if (!data.drifts.empty()) return;
  append(view, "p",
         "Nothing to compare with. What changed between versions of PyTorch, or since an earlier run, is "
         "told by");
  append_command(view, Command{"matrix", {"--torch", "2.14.1", "2.15.0", "--results", "DIR"}});
  append_command(view, Command{"report", {"--results", data.results, "--baseline", "DIR"}});
}

}  // namespace assay
