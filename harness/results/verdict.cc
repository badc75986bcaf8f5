// judge_outcome: the rules in order.
#include "harness/results/verdict.h"

namespace assay {
namespace {

std::string_view class_name(std::string_view qualified) {
  const std::size_t dot = qualified.rfind('.');
  return dot == std::string_view::npos ? qualified : qualified.substr(dot + 1);
}

std::string difference(const Expectation* expected, const OutcomeSeen& seen) {
  const std::string wanted = expected == nullptr
                                 ? "captured"
                                 : describe({expected->outcome, expected->exception, expected->message});
  return "expected: " + wanted + "\nfound: " + describe(seen) + "\n";
}

}  // namespace

std::string describe(const OutcomeSeen& seen) {
  std::string text(to_string(seen.outcome));
  if (!seen.exception.empty()) text += " " + std::string(seen.exception);
  if (!seen.message.empty()) text += ": " + std::string(seen.message);
  return text;
}

bool is_met(const Expectation& expected, const OutcomeSeen& seen) {
  return expected.outcome == seen.outcome &&
         (expected.exception.empty() || class_name(expected.exception) == class_name(seen.exception)) &&
         seen.message.find(expected.message) != std::string_view::npos;
}

OutcomeJudgement judge_outcome(const Expectation* expected, const OutcomeSeen& seen) {
  if (expected != nullptr && is_of_replay(expected->outcome) && seen.outcome == Outcome::kCaptured &&
      seen.replayed == Replayed::kNo)
    expected = nullptr;
  const bool failure_expected = expected != nullptr && !agrees(expected->outcome);
  const bool guard_expected = expected != nullptr && expected->outcome == Outcome::kGuarded;
  if (!is_countable(seen.outcome)) {
    const bool by_expectation = expected != nullptr && expected->outcome == seen.outcome;
    return {Verdict::kSkipped, by_expectation ? expected->reason : std::string(seen.message), ""};
  }
  if (agrees(seen.outcome)) {
    if (guard_expected && is_met(*expected, seen)) return {std::nullopt, expected->reason, ""};
    if (guard_expected && seen.outcome == Outcome::kGuarded)
      return {Verdict::kUnexpectedFailure, "", difference(expected, seen)};
    if (!failure_expected && !guard_expected) return {std::nullopt, "", ""};
    return {Verdict::kUnexpectedPass, expected->reason, difference(expected, seen)};
  }
  if (failure_expected && is_met(*expected, seen)) return {Verdict::kExpectedFailure, expected->reason, ""};
  return {Verdict::kUnexpectedFailure, "", difference(expected, seen)};
}

}  // namespace assay
