// finding_text: progress of a fuzz run, a screen of its findings, and a text per finding.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/fuzz/fuzz_run.h"

namespace assay {

/// A finding with the outcomes of its smallest program by all methods of the run.
struct FindingShown {
  fuzz::Finding finding;
  std::map<MethodId, Outcome> methods;
  std::string torch;                                             ///< version of the run
  std::map<std::string, std::map<MethodId, Outcome>> elsewhere;  ///< outcomes in other versions
  std::string folder;   ///< of program and case file; empty: not written
  std::string command;  ///< reproduces the finding
};

struct FuzzTotals {
  std::string what;          ///< "enumerate, seed 1"
  std::size_t programs = 0;  ///< programs with pairs
  std::size_t of = 0;        ///< requested programs
  std::map<Outcome, std::size_t> outcomes;
  double seconds = 0;  ///< of this run's pairs; 0: no pair ran
  std::size_t ran = 0;
};

FuzzTotals totals_of(const fuzz::FuzzTerms& terms, const fuzz::FuzzRun& run,
                     const std::vector<PairResult>& records);

/// A line per new signature and per tenth of the pairs. Mostly empty.
std::string step_text(const fuzz::FuzzStep& step);

/// At most a screen: totals, a line per finding with its folder or command, new findings first. The first new
/// finding follows in full.
std::string findings_text(const FuzzTotals& totals, const std::vector<FindingShown>& findings);

/// A single finding: signature, program, outcomes by method, and command. Outcomes have a column per version
/// if other versions ran too.
std::string finding_text(const FindingShown& shown);

/// A file in the folder of a finding.
struct FindingFile {
  std::string name, text;
};

/// program.py and case.json run the smallest program alone. finding.txt is finding_text. `number`: of the
/// finding in its run.
std::vector<FindingFile> finding_files(const FindingShown& shown, std::size_t number);

}  // namespace assay
