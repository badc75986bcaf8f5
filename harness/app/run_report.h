// Report options and exit status shared by `check`, `ops` and `merge`.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/app/session.h"
#include "reports/run_screen/run_report.h"

namespace assay {

enum class MaySkipAll : std::uint8_t { kNo, kYes };

/// Green if every record is green. A run whose pairs were all skipped is red and prints a line, unless
/// `may_skip_all`.
ExitStatus judge_run(const std::vector<PairResult>& records, MaySkipAll may_skip_all);

/// Also reads the environment variables of GitHub Actions.
void add_run_reports(Subcommand command, RunReports& reports);

}  // namespace assay
