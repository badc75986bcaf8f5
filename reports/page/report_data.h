// ReportData: all that a report shows, gathered; what page.h declares only writes it down.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/growth.h"
#include "harness/bench/samples.h"
#include "harness/check/pending.h"
#include "harness/methods/recommend.h"
#include "harness/results/matrix.h"
#include "harness/results/run_head.h"
#include "reports/capability_sheet/capability_sheet.h"

namespace assay {

/// Every method on one case and device, and which to use: for no need, then for each need that some method's
/// graphs show.
struct CaseReport {
  Comparison comparison;
  std::vector<Recommendation> recommendations;
};

/// What is needed to look at a cause: one graph that has it.
struct CauseExample {
  PairId pair;
  std::string difference;  ///< print_diff of the whole graph, or why it is new
  std::string drawing;     ///< an SVG of the neighbourhood, without a prolog; empty: there is none
  std::string command;     ///< shows all of it in a terminal
};

/// Of a version beside its neighbour, or of a run beside a baseline.
struct ReportedDrift {
  Drift drift;
  std::string before_folder, after_folder;  ///< results folders, for commands
};

struct ReportData {
  std::string results;              ///< the folder, as it was given
  std::optional<RunHead> head;      ///< of a run by an older assay: none
  std::vector<PairResult> records;  ///< of every pair that was to run, in order of case, method, device
  std::vector<CaseReport> cases;    ///< in order of case and device
  Pending pending;
  std::map<std::string, CauseExample> examples;  ///< by id of the cause
  CapabilitySheet capabilities;
  std::vector<bench::Sample> samples;  ///< of benches; may be empty
  std::vector<bench::Growth> growth;   ///< of benches of growing models; may be empty
  std::vector<MatrixRow> versions;     ///< of a matrix; else empty
  std::vector<ReportedDrift> drifts;
};

}  // namespace assay
