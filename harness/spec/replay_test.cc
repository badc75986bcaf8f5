// Replay reports in one line.
#include "harness/spec/replay.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

ReplayReport report(ReplayVerdict verdict, const std::string& run_message = "") {
  ReplayReport made;
  made.verdict = verdict;
  made.operators = 14;
  made.runs.resize(2);
  made.runs[0].name = "same inputs";
  made.runs[1] = {
      .kind = RunKind::kFresh, .name = "fresh values", .verdict = verdict, .message = run_message};
  return made;
}

TEST_CASE("what replays is told with its runs and operators") {
  CHECK(describe(report(ReplayVerdict::kReplays)) == "replays: 2 runs, 14 operators");
}

TEST_CASE(
    "what diverges is told with the run, the first operator that departs and both values, on one line") {
  ReplayReport diverged = report(ReplayVerdict::kDiverges, "result 0: 1 of 4 values");
  diverged.departure = Departure{.graph = "forward",
                                 .node = 7,
                                 .target = "aten.mul.Tensor",
                                 .expected = "f32[2]\n1 2",
                                 .found = "f32[2] 1 3",
                                 .module = "layer1.0",
                                 .source = "net.py:12"};
  CHECK(describe(diverged) ==
        "diverges in run 'fresh values': forward/%7 aten.mul.Tensor: expected f32[2] 1 2, found f32[2] 1 3, "
        "in layer1.0, at net.py:12");
  diverged.departure.reset();
  CHECK(describe(diverged) == "diverges in run 'fresh values': result 0: 1 of 4 values");
}

TEST_CASE("what is guarded tells the guard, and what fails before any run tells why") {
  CHECK(describe(report(ReplayVerdict::kGuarded, "guard s0 == 4")) ==
        "guarded in run 'fresh values': guard s0 == 4");
  ReplayReport failed;
  failed.verdict = ReplayVerdict::kFails;
  failed.message = "forward: node 7 (aten.gone.default): no such operator";
  CHECK(describe(failed) == "fails: forward: node 7 (aten.gone.default): no such operator");
}

}  // namespace
}  // namespace assay
