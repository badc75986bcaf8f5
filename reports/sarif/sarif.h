// write_sarif: a run's records as SARIF 2.1.0, for code scanning and editors.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/results/run_head.h"

namespace assay {

/// What the records do not say.
struct SarifContext {
  std::string version;     ///< of Assay
  std::string torch = {};  ///< of the run; empty: not known
  CasePlaces places = {};  ///< a result of a case without one has no file
};

/// One run of the tool Assay: a rule for each Alert, and a result for each pair that is not green, in the
/// order of the records; green pairs give none. A result has
///
///   - its level: a warning where it only awaits a decision, else an error;
///   - a message of two lines: pair, why and the first cause; then the next command;
///   - the place of its case below the root of the sources (`%SRCROOT%`), and the pair as a logical location;
///   - fingerprints of pair and alert alone, equal in every run that finds the same;
///   - as properties case, method, device, outcome, stage, verdict, torch and the ids of its causes.
///
/// The automation id has the run's PyTorch version, so that the runs of several stand side by side.
/// Text from a model stays text: printable, bounded, no link, and no URI leaves the sources.
void write_sarif(const std::vector<PairResult>& results, const SarifContext& context, std::ostream& out);

}  // namespace assay
