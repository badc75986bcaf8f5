// write_sarif: records of a run as SARIF 2.1.0, for code scanning and editors.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/results/run_head.h"

namespace assay {

/// Context that the records lack.
struct SarifContext {
  std::string version;     ///< Assay's version
  std::string torch = {};  ///< version of the run; empty: unknown
  CasePlaces places = {};  ///< results of cases without a place have no file
};

/// A run of the tool Assay: a rule per Alert and a result per pair that is not green, in the order of the
/// records. A result has
///
///   - a level: warning if it only awaits a decision, else error;
///   - a message of two lines: pair, reason and first cause; then the next command;
///   - the place of its case below the sources' root (`%SRCROOT%`), and the pair as a logical location;
///   - fingerprints of pair and alert only, equal in every run with the same finding;
///   - the properties case, method, device, outcome, stage, verdict, torch and cause ids.
///
/// The automation id contains the run's PyTorch version, so that runs of several versions stand side by side.
/// Text from models stays text: printable, bounded and without links. No URI leaves the sources.
void write_sarif(const std::vector<PairResult>& results, const SarifContext& context, std::ostream& out);

}  // namespace assay
