// print_run: as much as fits on the screen at hand; tell_elsewhere: the same for other readers.
#include "harness/app/run_report.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <unistd.h>

#include "harness/results/clusters.h"
#include "harness/results/summary.h"
#include "reports/console/run_text.h"
#include "reports/console/terminal.h"
#include "reports/github/annotations.h"
#include "reports/github/step_summary.h"
#include "reports/junit/junit.h"
#include "reports/sarif/sarif.h"

namespace assay {
namespace {

void append_summary(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::app);
  out << text << std::flush;
  if (!out) std::cerr << "assay: the step's summary was not written: cannot write " << file << "\n";
}

}  // namespace

void print_run(const Session& session, const std::vector<PairResult>& records, const RunShown& shown) {
  std::cout << run_text(records, {.width = terminal_width(),
                                  .height = terminal_height(),
                                  .color = session.color_on(STDOUT_FILENO),
                                  .detail = session.detail(),
                                  .also = shown.also,
                                  .results = shown.results,
                                  .everything = shown.everything});
}

ExitStatus judge_run(const std::vector<PairResult>& records, MaySkipAll may_skip_all) {
  const auto is_skipped = [](const PairResult& record) { return record.verdict == Verdict::kSkipped; };
  const bool nothing = may_skip_all == MaySkipAll::kNo && std::ranges::all_of(records, is_skipped);
  if (nothing) std::cout << "every pair was skipped: nothing was checked\n";
  const bool green =
      std::ranges::all_of(records, [](const PairResult& record) { return is_green(record.verdict); });
  return green && !nothing ? ExitStatus::kGreen : ExitStatus::kRed;
}

void add_run_reports(Subcommand command, RunReports& reports) {
  command.add_option("--junit", reports.junit, "JUnit XML file to write");
  command.add_option("--sarif", reports.sarif,
                     "SARIF 2.1.0 file to write, for code scanning: what is not green, at the case files");
  command
      .add_option("--annotations", reports.annotations,
                  "Print what is not green as annotations of GitHub; auto: where GITHUB_ACTIONS is true")
      .one_of({"auto", "always", "never"});
}

void tell_elsewhere(const Session& session, const std::vector<PairResult>& records, const RunHead& head,
                    const RunShown& shown, const RunReports& reports) {
  if (!reports.junit.empty()) {
    std::ostringstream junit;
    write_junit(records, junit);
    write_text(reports.junit, junit.str());
  }
  if (!reports.sarif.empty()) {
    std::ostringstream sarif;
    write_sarif(records, {.version = session.version, .torch = head.torch, .places = head.places}, sarif);
    write_text(reports.sarif, sarif.str());
  }
  const bool annotated = reports.annotations == "always" || variable("GITHUB_ACTIONS") == "true";
  const std::string summary_file = variable("GITHUB_STEP_SUMMARY");
  if (reports.annotations == "never" || (!annotated && summary_file.empty())) return;
  const std::vector<Cluster> clusters = clusters_of(records, shown.results);
  if (annotated)
    std::cout << annotations(clusters, {head.places, shown.results, shown.everything}) << std::flush;
  if (!summary_file.empty())
    append_summary(summary_file,
                   step_summary(summarize(records), clusters, {head.torch, shown.results, shown.everything}));
}

}  // namespace assay
