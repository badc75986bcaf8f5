// ReportData: the content of a report. page.h declares its writers.
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

/// Every method on a case and device, and the recommended methods: without a need, then per need that some
/// graphs show.
struct CaseReport {
  Comparison comparison;
  std::vector<Recommendation> recommendations;
};

/// An example of a cause: a graph that has it.
struct CauseExample {
  PairId pair;
  std::string difference;  ///< print_diff of the whole graph, or why the graph is new
  std::string drawing;     ///< SVG of the neighbourhood without a prolog; empty: none
  std::string command;     ///< shows everything in a terminal
};

/// Drift between adjacent versions, or between a baseline and this run.
struct ReportedDrift {
  Drift drift;
  std::string before_folder, after_folder;  ///< results folders, for commands
};

struct ReportData {
  std::string results;              ///< the folder as given
  std::optional<RunHead> head;      ///< empty for a run by an older Assay
  std::vector<PairResult> records;  ///< every planned pair, in order of case, method, device
  std::vector<CaseReport> cases;    ///< in order of case and device
  Pending pending;
  std::map<std::string, CauseExample> examples;  ///< by id of the cause
  CapabilitySheet capabilities;
  std::vector<bench::Sample> samples;  ///< from benches
  std::vector<bench::Growth> growth;   ///< from benches of growing models
  std::vector<MatrixRow> versions;     ///< from a matrix
  std::vector<ReportedDrift> drifts;
};

}  // namespace assay
