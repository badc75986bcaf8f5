// finding_text: progress of a fuzz run, a screen of its findings, and a text for each of them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/fuzz/fuzz_run.h"

namespace assay {

/// A finding with what all methods of the run made of its smallest program.
struct FindingShown {
  fuzz::Finding finding;
  std::map<MethodId, Outcome> methods;
  std::string torch;                                             ///< of the run
  std::map<std::string, std::map<MethodId, Outcome>> elsewhere;  ///< the same by other versions
  std::string folder;   ///< with program and case file; empty: none was written
  std::string command;  ///< that runs it again
};

struct FuzzTotals {
  std::string what;          ///< "enumerate, seed 1"
  std::size_t programs = 0;  ///< of which there are pairs
  std::size_t of = 0;        ///< that were asked for
  std::map<Outcome, std::size_t> outcomes;
  double seconds = 0;  ///< of this run's pairs; 0: none ran
  std::size_t ran = 0;
};

FuzzTotals totals_of(const fuzz::FuzzTerms& terms, const fuzz::FuzzRun& run,
                     const std::vector<PairResult>& records);

/// A line for a signature that has not been seen, and one for each tenth of the pairs; mostly empty.
std::string step_text(const fuzz::FuzzStep& step);

/// At most a screen: totals, then a line a finding with where it lies, new ones first, and the first new one
/// in full.
std::string findings_text(const FuzzTotals& totals, const std::vector<FindingShown>& findings);

/// The finding by itself: signature, program, method by outcome, or method by version where others were
/// asked, command.
std::string finding_text(const FindingShown& shown);

/// A file of a finding's folder.
struct FindingFile {
  std::string name, text;
};

/// program.py and case.json run the smallest program by themselves; finding.txt is finding_text. `number` is
/// the finding's in its run.
std::vector<FindingFile> finding_files(const FindingShown& shown, std::size_t number);

}  // namespace assay
