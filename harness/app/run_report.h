// What is told of a run at its end, of one machine's or of merged shards: on the console, in files, on
// GitHub.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/app/session.h"
#include "harness/results/run_head.h"

namespace assay {

/// Where what is printed is from.
struct RunShown {
  std::string results;     ///< folder
  std::string everything;  ///< the command that prints all of it
  std::string also;        ///< behind the totals
};

/// A screen of it, or as much as the session asks for.
void print_run(const Session& session, const std::vector<PairResult>& records, const RunShown& shown);

enum class MaySkipAll : std::uint8_t { kNo, kYes };

/// Green where every record is, and where one at least was not skipped unless all may be; says so when none
/// was.
ExitStatus judge_run(const std::vector<PairResult>& records, MaySkipAll may_skip_all);

/// Where a run is told beside the console, as asked for on the command line.
struct RunReports {
  std::string junit = {}, sarif = {};  ///< files to write; empty: none
  std::string annotations = "auto";    ///< always, never, or auto: on GitHub Actions
};

void add_run_reports(Subcommand command, RunReports& reports);

/// Writes the files; prints annotations behind what is printed already; appends to $GITHUB_STEP_SUMMARY where
/// that is set and annotations are not refused. A summary that cannot be written costs a line on stderr, not
/// the run.
void tell_elsewhere(const Session& session, const std::vector<PairResult>& records, const RunHead& head,
                    const RunShown& shown, const RunReports& reports);

}  // namespace assay
