// judge_run: green if every record is green.
#include "harness/app/run_report.h"

#include <algorithm>
#include <iostream>

namespace assay {

ExitStatus judge_run(const std::vector<PairResult>& records, MaySkipAll may_skip_all) {
  const auto is_skipped = [](const PairResult& record) { return record.verdict == Verdict::kSkipped; };
  const bool nothing = may_skip_all == MaySkipAll::kNo && std::ranges::all_of(records, is_skipped);
  if (nothing) std::cout << "every pair was skipped: nothing was checked\n";
  const bool green =
      std::ranges::all_of(records, [](const PairResult& record) { return is_green(record.verdict); });
  return green && !nothing ? ExitStatus::kGreen : ExitStatus::kRed;
}

void add_run_reports(Subcommand command, RunReports& reports) {
  reports.on_github = variable("GITHUB_ACTIONS") == "true";
  reports.step_summary = variable("GITHUB_STEP_SUMMARY");
  command.add_option("--junit", reports.junit, "JUnit XML file to write").value("FILE");
  command
      .add_option("--sarif", reports.sarif,
                  "SARIF 2.1.0 file to write: failures at their case files, for code scanning")
      .value("FILE");
  command
      .add_option("--annotations", reports.annotations,
                  "Print failures as GitHub annotations; auto: if GITHUB_ACTIONS is true")
      .one_of({"auto", "always", "never"});
}

}  // namespace assay
