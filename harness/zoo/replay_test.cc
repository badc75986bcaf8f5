// Replay reports as single lines.
#include "harness/zoo/replay.h"

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

TEST_CASE("what is undecided says of how many elements and why, and is no agreement") {
  ReplayReport undecided =
      report(ReplayVerdict::kUndecided, "result 0: 17 of 64 elements: eager itself is 0.3 of its scale away");
  CHECK(
      describe(undecided) ==
      "undecided in run 'fresh values': result 0: 17 of 64 elements: eager itself is 0.3 of its scale away");
  CHECK_FALSE(agrees(undecided.verdict));
  CHECK(ReplayVerdict::kGuarded < ReplayVerdict::kUndecided);
  CHECK(ReplayVerdict::kUndecided < ReplayVerdict::kDiverges);
}

TEST_CASE("what one run alone says is known to be so") {
  ReplayReport once = report(ReplayVerdict::kReplays);
  CHECK_FALSE(is_judged_once(once));
  once.runs[1].left_out = "eager itself raises ValueError";
  CHECK(is_judged_once(once));
  once.runs[1].left_out.clear();
  once.verdict = once.runs[1].verdict = ReplayVerdict::kGuarded;
  CHECK(is_judged_once(once));
}

TEST_CASE("a policy reads back from its name, and a name that is none reads as nothing") {
  REQUIRE(replay_policy_names().size() == 6);
  for (const std::string& name : replay_policy_names())
    CHECK(to_string(replay_policy_from_string(name).value()) == name);
  CHECK_FALSE(replay_policy_from_string("kept"));
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
