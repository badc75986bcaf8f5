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

/// Where a run is told beside the console.
struct RunReports {
  std::string junit = {}, sarif = {};  ///< files to write; empty: none
  std::string annotations = "auto";    ///< always, never, or auto: on GitHub Actions
  bool on_github = false;              ///< on GitHub Actions
  std::string step_summary = {};       ///< GitHub's file to append to; empty: none
};

/// Writes the files; prints annotations after the text printed so far; appends to the step's summary unless
/// annotations are refused. A summary that cannot be written costs a line on stderr, not
/// the run. `version` is assay's.
void tell_elsewhere(const std::vector<PairResult>& records, const RunHead& head, const RunShown& shown,
                    const RunReports& reports, const std::string& version);

}  // namespace assay
