// What `check`, `ops` and `merge` have in common: options for reports, and the status of a run.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/app/session.h"
#include "reports/run_screen/run_report.h"

namespace assay {

enum class MaySkipAll : std::uint8_t { kNo, kYes };

/// Green where every record is, and where one at least was not skipped unless all may be; says so when none
/// was.
ExitStatus judge_run(const std::vector<PairResult>& records, MaySkipAll may_skip_all);

/// Also notes what GitHub Actions says in the environment.
void add_run_reports(Subcommand command, RunReports& reports);

}  // namespace assay
