// refusal_of: proposals that may become goldens, and twins that may not.
#include "harness/check/acceptable.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

PairResult record(Outcome outcome, Verdict verdict, const std::string& reason = "") {
  PairResult made;
  made.pair = {"seed/mlp", MethodId::kMakeFx, Device::kCpu};
  made.outcome = outcome;
  made.verdict = verdict;
  made.reason = reason;
  made.pending = "pending/seed/mlp/make_fx@cpu.json";
  made.replay.emplace();
  made.replay->message = "result 0: 1 of 4 values";
  if (outcome == Outcome::kDiverges) made.replay->verdict = ReplayVerdict::kDiverges;
  if (outcome == Outcome::kReplayFails) made.replay->verdict = ReplayVerdict::kFails;
  return made;
}

std::string refused(const PairResult& made) {
  const auto refusal = refusal_of(made, "build/results");
  return refusal ? one_line(made.pair, *refusal) : "(accepted)";
}

TEST_CASE("a capture that replays, or is guarded, can become a golden") {
  CHECK(refused(record(Outcome::kCaptured, Verdict::kNew)) == "(accepted)");
  CHECK(refused(record(Outcome::kGuarded, Verdict::kDiffers)) == "(accepted)");
}

TEST_CASE("a capture that was not replayed is refused with the command that replays it") {
  PairResult made = record(Outcome::kCaptured, Verdict::kNew);
  made.replay.reset();
  CHECK(refused(made) ==
        "refused  seed/mlp make_fx cpu: was not replayed; next: assay check seed/mlp --methods make_fx "
        "--device cpu --rerun-failed --results build/results");
}

TEST_CASE("a capture that does not replay is refused, unless its case expects that with a reason") {
  CHECK(refused(record(Outcome::kDiverges, Verdict::kUnexpectedFailure)) ==
        "refused  seed/mlp make_fx cpu: diverges: result 0: 1 of 4 values; next: assay replay "
        "build/results/pending/seed/mlp/make_fx@cpu.json --case seed/mlp");
  CHECK(refused(record(Outcome::kDiverges, Verdict::kExpectedFailure, "baked in, pytorch/pytorch#1")) ==
        "(accepted)");
  CHECK(refused(record(Outcome::kReplayFails, Verdict::kDiffers, "no kernel")) == "(accepted)");
  CHECK(refused(record(Outcome::kReplayFails, Verdict::kUnexpectedFailure, "stale")) != "(accepted)");
  PairResult raised = record(Outcome::kReplayFails, Verdict::kUnexpectedFailure);
  raised.replay.reset();
  CHECK_THAT(refused(raised), Catch::Contains("refused  seed/mlp make_fx cpu: replay_fails; next: "));
}

}  // namespace
}  // namespace assay
