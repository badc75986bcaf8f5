// judge_outcome: each rule, and a pair just outside of it.
#include "harness/results/verdict.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

Expectation expecting(Outcome outcome, const std::string& exception = "", const std::string& message = "") {
  Expectation expected;
  expected.outcome = outcome;
  expected.reason = "known";
  expected.exception = exception;
  expected.message = message;
  return expected;
}

std::string judged(const Expectation* expected, const OutcomeSeen& seen) {
  const OutcomeJudgement judgement = judge_outcome(expected, seen);
  return judgement.verdict ? std::string(to_string(*judgement.verdict)) : "ask the golden";
}

const Expectation kTraceError = expecting(Outcome::kRaises, "TraceError", "control flow");

TEST_CASE("a graph that was expected is for the golden to judge") {
  CHECK(judged(nullptr, {Outcome::kCaptured, "", ""}) == "ask the golden");
  CHECK(judged(nullptr, {Outcome::kGuarded, "", ""}) == "ask the golden");
  const Expectation captured = expecting(Outcome::kCaptured);
  CHECK(judged(&captured, {Outcome::kCaptured, "", ""}) == "ask the golden");
}

TEST_CASE("a graph where a failure was expected is an unexpected pass") {
  const OutcomeJudgement judgement = judge_outcome(&kTraceError, {Outcome::kCaptured, "", ""});
  CHECK(judgement.verdict == Verdict::kUnexpectedPass);
  CHECK(judgement.reason == "known");
  CHECK(judgement.explanation == "expected: raises TraceError: control flow\nfound: captured\n");
}

TEST_CASE("the failure that was expected is an expected failure, with its reason") {
  const OutcomeJudgement judgement =
      judge_outcome(&kTraceError, {Outcome::kRaises, "TraceError", "symbolically traced: control flow here"});
  CHECK(judgement.verdict == Verdict::kExpectedFailure);
  CHECK(judgement.reason == "known");
  CHECK(judgement.explanation.empty());
}

TEST_CASE("another exception, another message or another outcome is an unexpected failure") {
  CHECK(judged(&kTraceError, {Outcome::kRaises, "RuntimeError", "control flow"}) == "unexpected_failure");
  CHECK(judged(&kTraceError, {Outcome::kRaises, "MyTraceError", "control flow"}) == "unexpected_failure");
  CHECK(judged(&kTraceError, {Outcome::kRaises, "TraceError", "controlflow"}) == "unexpected_failure");
  CHECK(judged(&kTraceError, {Outcome::kRaises, "TraceError", ""}) == "unexpected_failure");
  CHECK(judged(&kTraceError, {Outcome::kCrashes, "", "control flow"}) == "unexpected_failure");
}

TEST_CASE("an exception is known by the last component of its name") {
  CHECK(judged(&kTraceError, {Outcome::kRaises, "torch.fx.proxy.TraceError", "control flow"}) ==
        "expected_failure");
  const Expectation qualified = expecting(Outcome::kRaises, "torch.fx.proxy.TraceError");
  CHECK(judged(&qualified, {Outcome::kRaises, "TraceError", "any"}) == "expected_failure");
  CHECK(judged(&qualified, {Outcome::kRaises, "proxy", "any"}) == "unexpected_failure");
}

TEST_CASE("an outcome without an exception is expected by its name alone") {
  const Expectation crash = expecting(Outcome::kCrashes);
  CHECK(judged(&crash, {Outcome::kCrashes, "", "died of SIGSEGV"}) == "expected_failure");
  CHECK(judged(&crash, {Outcome::kTimesOut, "", ""}) == "unexpected_failure");
  const Expectation diverges = expecting(Outcome::kDiverges);
  CHECK(judged(&diverges, {Outcome::kDiverges, "", ""}) == "expected_failure");
  const Expectation undecided = expecting(Outcome::kUndecided);
  CHECK(judged(&undecided, {Outcome::kUndecided, "", ""}) == "expected_failure");
  CHECK(judged(&undecided, {Outcome::kDiverges, "", ""}) == "unexpected_failure");
  CHECK(judged(&undecided, {Outcome::kCaptured, "", ""}) == "unexpected_pass");
  CHECK(judged(nullptr, {Outcome::kUndecided, "", ""}) == "unexpected_failure");
}

TEST_CASE("what is expected of replay is met, or passes unexpectedly when it replays after all") {
  for (const Outcome outcome : {Outcome::kDiverges, Outcome::kReplayFails}) {
    const Expectation expected = expecting(outcome, "", "aten.mul");
    CHECK(judged(&expected, {outcome, "", "forward/%7 aten.mul.Tensor: expected 1, found 2"}) ==
          "expected_failure");
    CHECK(judged(&expected, {outcome, "", "forward/%7 aten.add.Tensor: expected 1, found 2"}) ==
          "unexpected_failure");
    CHECK(judged(&expected, {Outcome::kCaptured, "", ""}) == "unexpected_pass");
    CHECK(judged(&expected, {Outcome::kGuarded, "", ""}) == "unexpected_pass");
  }
  const Expectation diverges = expecting(Outcome::kDiverges);
  CHECK(judged(&diverges, {Outcome::kReplayFails, "", ""}) == "unexpected_failure");
}

TEST_CASE("an expected guard is a graph for the golden to judge, with the reason") {
  const Expectation guarded = expecting(Outcome::kGuarded, "", "s0 == 4");
  const OutcomeJudgement met = judge_outcome(&guarded, {Outcome::kGuarded, "", "guard s0 == 4"});
  CHECK_FALSE(met.verdict);
  CHECK(met.reason == "known");
  CHECK(judged(&guarded, {Outcome::kGuarded, "", "guard s0 == 5"}) == "unexpected_failure");
  CHECK(judged(&guarded, {Outcome::kCaptured, "", ""}) == "unexpected_pass");
}

TEST_CASE("a capture that was not replayed says nothing about what is expected of replay") {
  for (const Outcome outcome : {Outcome::kDiverges, Outcome::kReplayFails, Outcome::kGuarded}) {
    const Expectation expected = expecting(outcome);
    CHECK(judged(&expected, {Outcome::kCaptured, "", "", Replayed::kNo}) == "ask the golden");
    CHECK(judged(&expected, {Outcome::kCrashes, "", "", Replayed::kNo}) == "unexpected_failure");
  }
  CHECK(judged(&kTraceError, {Outcome::kCaptured, "", "", Replayed::kNo}) == "unexpected_pass");
}

TEST_CASE("a failure that nobody expected tells what was expected and found") {
  const OutcomeJudgement judgement = judge_outcome(nullptr, {Outcome::kRaises, "ValueError", "bad"});
  CHECK(judgement.verdict == Verdict::kUnexpectedFailure);
  CHECK(judgement.explanation == "expected: captured\nfound: raises ValueError: bad\n");
  for (Outcome outcome :
       {Outcome::kLoadFails, Outcome::kEagerFails, Outcome::kNondeterministic, Outcome::kCrashes,
        Outcome::kTimesOut, Outcome::kOutOfMemory, Outcome::kReplayFails, Outcome::kDiverges})
    CHECK(judged(nullptr, {outcome, "", ""}) == "unexpected_failure");
}

TEST_CASE("an expectation of captured does not excuse a failure") {
  const Expectation captured = expecting(Outcome::kCaptured);
  CHECK(judged(&captured, {Outcome::kRaises, "ValueError", ""}) == "unexpected_failure");
}

TEST_CASE("unsupported and skipped count neither way, whatever was expected") {
  CHECK(judged(nullptr, {Outcome::kUnsupported, "", ""}) == "skipped");
  CHECK(judged(&kTraceError, {Outcome::kUnsupported, "", ""}) == "skipped");
  CHECK(judge_outcome(nullptr, {Outcome::kUnsupported, "", "the phantom has no values"}).reason ==
        "the phantom has no values");
  const Expectation skip = expecting(Outcome::kSkipped);
  CHECK(judge_outcome(&skip, {Outcome::kSkipped, "", ""}).reason == "known");
}

}  // namespace
}  // namespace assay
