// For tests: records and reports as data.
#pragma once

#include <string>
#include <vector>

#include "reports/page/report_data.h"

namespace assay {

inline PairResult record_of(const std::string& case_id, MethodId method, Device device, Verdict verdict) {
  PairResult record;
  record.pair = {case_id, method, device};
  record.family = case_id.substr(0, case_id.find('/'));
  record.verdict = verdict;
  record.outcome = Outcome::kCaptured;
  record.stage = Stage::kCompare;
  record.torch = "2.15.0";
  record.python = "3.11.2";
  if (device == Device::kCuda) record.phantom = "sm_90";
  record.nodes = 12, record.edges = 14;
  record.cost = {.eager_seconds = 0.01, .capture_seconds = 0.25, .capture_bytes = 4096};
  record.replay.emplace().runs.push_back(
      {.name = "same inputs", .bitwise = true, .no_fp64 = {}, .message = {}});
  record.coverage = Coverage{.operators = {9, 10, 12},
                             .edges = {5, 8, 8},
                             .missed = {{"aten.relu.default", 1}},
                             .extra = {},
                             .missed_edges = {},
                             .extra_edges = {}};
  return record;
}

/// A pair whose capture raises as expected.
inline PairResult raising(const std::string& case_id, MethodId method, const std::string& reason) {
  PairResult record = record_of(case_id, method, Device::kCpu, Verdict::kExpectedFailure);
  record.outcome = Outcome::kRaises;
  record.stage = Stage::kCapture;
  record.reason = reason;
  record.exception = "TraceError";
  record.message = "control flow";
  record.replay.reset();
  record.coverage.reset();
  return record;
}

/// Fills `cases` from the records, without graphs.
inline void add_cases(ReportData& data) {
  for (const PairResult& record : data.records) {
    if (data.cases.empty() || data.cases.back().comparison.case_id != record.pair.case_id ||
        data.cases.back().comparison.device != record.pair.device) {
      CaseReport& report = data.cases.emplace_back();
      report.comparison.case_id = record.pair.case_id;
      report.comparison.device = record.pair.device;
      report.comparison.torch = record.torch;
      report.comparison.phantom = record.phantom;
    }
    MethodResult result;
    result.method = record.pair.method;
    result.outcome = record.outcome;
    result.why = record.message;
    result.replay = record.replay;
    result.coverage = record.coverage;
    result.cost = record.cost;
    if (has_graph(record.outcome)) result.facts = CaptureFacts{1, record.nodes, record.edges, true, {}};
    if (result.facts) result.facts->breaks = record.breaks;
    if (result.facts)
      for (const Need need : kNeedNames.values()) result.facts->needs[need] = Shown::kFound;
    data.cases.back().comparison.methods.push_back(std::move(result));
  }
  for (CaseReport& report : data.cases) report.recommendations = {recommend({report.comparison}, {})};
}

/// Four pairs of two cases. The pair that differs has a cause with an example.
inline ReportData small_report() {
  ReportData data;
  data.results = "build/results";
  data.records = {record_of("seed/mlp", MethodId::kMakeFx, Device::kCpu, Verdict::kMatch),
                  record_of("seed/mlp", MethodId::kMakeFx, Device::kCuda, Verdict::kMatch),
                  raising("seed/net", MethodId::kSymbolicTrace, "branches on a value"),
                  record_of("seed/net", MethodId::kMakeFx, Device::kCpu, Verdict::kDiffers)};
  PairResult& differs = data.records.back();
  differs.explanation = "nodes: 7 matched, 0 missing, 0 extra, 1 changed";
  differs.causes = {{"1a2b3c4d", "target aten.tanh.default -> aten.relu.default"}};
  differs.next = "assay diff golden/seed/net.txt build/results/pending/seed/net/make_fx@cpu.json";
  Cause cause{.id = "1a2b3c4d",
              .key = {CauseKind::kDifference, DiffKind::kTarget, "aten.tanh.default",
                      "aten.tanh.default -> aten.relu.default"},
              .pairs = {differs.pair},
              .places = {}};
  cause.places.push_back({.pair = differs.pair,
                          .graph = "forward",
                          .module = "act",
                          .source = "net.py:7",
                          .left = "%5 = aten.tanh.default(self=%4) : f32[3,5]",
                          .right = "%5 = aten.relu.default(self=%4) : f32[3,5]"});
  data.pending.causes = {cause};
  data.pending.graphs.emplace_back().pair = differs.pair;
  data.pending.graphs.back().causes = {cause.id};
  data.examples[cause.id] = {
      .pair = differs.pair,
      .difference = "target  forward/%5  aten.tanh.default\n",
      .drawing =
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"80\" height=\"20\"><g class=\"node op "
          "changed\"><text x=\"4\" y=\"14\">aten.relu</text></g></svg>",
      .command = differs.next.text()};
  add_cases(data);
  return data;
}

}  // namespace assay
