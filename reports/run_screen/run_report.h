// What is told of a run at its end, of one machine's or of merged shards: on the console, in files, on
// GitHub.
#pragma once

#include <string>
#include <vector>

#include "harness/results/run_head.h"
#include "reports/console/run_text.h"

namespace assay {

/// Where what is printed is from.
struct RunShown {
  std::string results;     ///< folder
  std::string everything;  ///< the command that prints all of it
  std::string also;        ///< behind the totals
};

/// A screen of it, or as much as `detail` asks for.
void print_run(const std::vector<PairResult>& records, const RunShown& shown, Detail detail, Color color);

/// Where a run is told beside the console, as asked for on the command line.
struct RunReports {
  std::string junit = {}, sarif = {};  ///< files to write; empty: none
  std::string annotations = "auto";    ///< always, never, or auto: on GitHub Actions
};

/// Writes the files; prints annotations behind what is printed already; appends to $GITHUB_STEP_SUMMARY where
/// that is set and annotations are not refused. A summary that cannot be written costs a line on stderr, not
/// the run. `version` is assay's.
void tell_elsewhere(const std::vector<PairResult>& records, const RunHead& head, const RunShown& shown,
                    const RunReports& reports, const std::string& version);

}  // namespace assay
