// Alerts of pairs.
#include "harness/results/alert.h"

#include <string>

#include <catch2/catch.hpp>

namespace assay {
namespace {

std::string found(Verdict verdict, Outcome outcome) {
  PairResult result;
  result.verdict = verdict;
  result.outcome = outcome;
  const std::optional<Alert> alert = alert_of(result);
  return alert ? std::string(to_string(*alert)) : "nothing";
}

TEST_CASE("a green pair has no alert, whatever its outcome") {
  for (const Verdict verdict : {Verdict::kMatch, Verdict::kExpectedFailure, Verdict::kSkipped}) {
    CHECK(found(verdict, Outcome::kDiverges) == "nothing");
    CHECK(found(verdict, Outcome::kCaptured) == "nothing");
  }
}

TEST_CASE("an unexpected failure is called by its outcome, every other red verdict by itself") {
  CHECK(found(Verdict::kUnexpectedFailure, Outcome::kRaises) == "raises");
  CHECK(found(Verdict::kUnexpectedFailure, Outcome::kDiverges) == "diverges");
  CHECK(found(Verdict::kUnexpectedFailure, Outcome::kUndecided) == "undecided");
  CHECK(found(Verdict::kDiffers, Outcome::kDiverges) == "differs");
  CHECK(found(Verdict::kNew, Outcome::kCaptured) == "new");
  CHECK(found(Verdict::kUnexpectedPass, Outcome::kGuarded) == "unexpected_pass");
  CHECK(found(Verdict::kFlaky, Outcome::kCaptured) == "flaky");
  CHECK(found(Verdict::kMissing, Outcome::kSkipped) == "missing");
}

TEST_CASE("every outcome that can be a failure has an alert of its name, the others share one") {
  std::size_t failures = 0;
  for (const std::string& name : outcome_names()) {
    const Outcome outcome = outcome_from_string(name).value();
    const bool fails = !agrees(outcome) && is_countable(outcome);
    failures += fails ? 1 : 0;
    CHECK(found(Verdict::kUnexpectedFailure, outcome) == (fails ? name : "unexpected_failure"));
  }
  CHECK(failures == 10);
}

TEST_CASE("what is new or passes unexpectedly awaits a decision, the others are wrong") {
  std::string deciding;
  for (const Alert alert : kAlertNames.values())
    if (awaits_decision(alert)) deciding += std::string(to_string(alert)) + " ";
  CHECK(deciding == "unexpected_pass new ");
}

}  // namespace
}  // namespace assay
