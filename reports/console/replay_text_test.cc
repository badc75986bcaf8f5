// replay_text: whole reports as text.
#include "reports/console/replay_text.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

ReplayReport two_runs() {
  ReplayReport report;
  report.runs = {{.kind = RunKind::kSame, .name = "same inputs", .bitwise = true, .message = ""},
                 {.kind = RunKind::kFresh, .name = "fresh values", .message = ""}};
  report.errors[DType::kFloat32] = {1.5e-7, 2e-6};
  report.operators = 14;
  report.seconds = 0.125;
  return report;
}

}  // namespace

TEST_CASE("a report that replays has a line per run, its errors and what was executed") {
  ReplayReport report = two_runs();
  CHECK(replay_text(report) ==
        "  same inputs   replays  bit by bit\n"
        "  fresh values  replays  within tolerance\n"
        "  largest error  float32: absolute 1.5e-07, relative 2e-06\n"
        "  14 operators per run, 125.0 ms\n");
  report.runs[1].no_fp64 = "in float64 eager itself raises RuntimeError";
  CHECK_THAT(replay_text(report),
             Catch::Contains("within tolerance; in float64 eager itself raises RuntimeError\n"));
  report.runs[1] = {
      .kind = RunKind::kFresh, .name = "fresh values", .fp64 = true, .precision = 2.5, .message = ""};
  report.through_table = true;
  CHECK_THAT(replay_text(report),
             Catch::Contains("replays  the same in float64; rounds 2.5x as eager does\n") &&
                 Catch::Contains("125.0 ms, on the CPU through the table of replacements\n"));
}

TEST_CASE("a run that was left out says why, and one that needs a policy names it") {
  ReplayReport report = two_runs();
  report.runs[0].policies = {ReplayPolicy::kDrawOrder};
  report.runs[1].left_out = "eager itself raises ValueError: too few rows";
  CHECK_THAT(
      replay_text(report),
      Catch::StartsWith("  same inputs   replays  bit by bit; under policy draw_order\n"
                        "  fresh values  replays  left out: eager itself raises ValueError: too few rows\n"));
}

TEST_CASE("a report that diverges has the first operator that departs with both values") {
  ReplayReport report = two_runs();
  report.verdict = report.runs[1].verdict = ReplayVerdict::kDiverges;
  report.runs[1].message = "result 0: 1 of 4 values";
  report.errors.clear();
  report.departure = Departure{.graph = "forward",
                               .node = 7,
                               .target = "aten.mul.Tensor",
                               .expected = "f32[2] 1 2",
                               .found = "f32[2] 1 3",
                               .module = "layer1.0",
                               .source = "net.py:12"};
  CHECK(replay_text(report) ==
        "  same inputs   replays   bit by bit\n"
        "  fresh values  diverges  result 0: 1 of 4 values\n"
        "  departs at forward/%7  aten.mul.Tensor\n"
        "    in layer1.0\n"
        "    at net.py:12\n"
        "    expected  f32[2] 1 2\n"
        "    found     f32[2] 1 3\n"
        "  14 operators per run, 125.0 ms\n");
}

TEST_CASE("what a replay shows beside values is told beside the verdict") {
  ReplayReport report = two_runs();
  report.findings = {{FindingKind::kStride, "result 0 has strides [1, 4] in eager, [3, 1] in the replay"}};
  CHECK_THAT(replay_text(report),
             Catch::Contains(
                 "  beside values (stride)  result 0 has strides [1, 4] in eager, [3, 1] in the replay\n"));
}

TEST_CASE("a report without a run tells why") {
  ReplayReport report;
  report.verdict = ReplayVerdict::kFails;
  report.message = "forward: node 7 (aten.gone.default): no such operator";
  CHECK(replay_text(report) ==
        "  forward: node 7 (aten.gone.default): no such operator\n"
        "  0 operators per run, 0 us\n");
}
