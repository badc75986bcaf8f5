// Final output of a run or of merged shards: on the console, in files, on GitHub.
#pragma once

#include <string>
#include <vector>

#include "harness/results/run_head.h"
#include "reports/console/run_text.h"

namespace assay {

/// Origin of the printed run.
struct RunShown {
  std::string results;     ///< folder
  std::string everything;  ///< the command that prints everything
  std::string also;        ///< printed after the totals
};

/// Prints a screen of the run, or as much as `detail` selects.
void print_run(const std::vector<PairResult>& records, const RunShown& shown, Detail detail, Color color);

/// Outputs other than the console.
struct RunReports {
  std::string junit = {}, sarif = {};  ///< files to write; empty: not written
  std::string annotations = "auto";    ///< always, never, or auto: only on GitHub Actions
  bool on_github = false;              ///< true on GitHub Actions
  std::string step_summary = {};       ///< GitHub's file to append to; empty: none
};

/// Writes the files. Prints annotations after the text printed so far. Appends to the step's summary unless
/// `annotations` is "never". A summary that cannot be written costs a line on stderr, not the run. `version`
/// is Assay's.
void tell_elsewhere(const std::vector<PairResult>& records, const RunHead& head, const RunShown& shown,
                    const RunReports& reports, const std::string& version);

}  // namespace assay
