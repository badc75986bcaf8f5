// judge_outcome: what an outcome means against what was expected, before any golden is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/zoo/case.h"

namespace assay {

enum class Replayed : std::uint8_t { kYes, kNo };

/// How a pair ended, as far as expectations speak of it.
struct OutcomeSeen {
  Outcome outcome = Outcome::kCaptured;
  std::string_view exception;  ///< class name, with or without its module
  std::string_view message;
  Replayed replayed = Replayed::kYes;  ///< of a capture
};

struct OutcomeJudgement {
  std::optional<Verdict> verdict;  ///< nothing: there is a graph, and the golden store decides
  std::string reason;              ///< the expectation's, when it was met or passed unexpectedly
  std::string explanation;         ///< "expected: ..\nfound: ..\n" for what is not green
};

/// "raises TraceError: control flow"; "captured".
std::string describe(const OutcomeSeen& seen);

/// Whether the outcome is the same, the exception's class name is the same where one is expected (the last
/// component decides), and the message holds the expected part.
bool is_met(const Expectation& expected, const OutcomeSeen& seen);

/// `expected` as expectation_for gives it: null means `captured`.
///
/// `captured` and `guarded` are graphs: the golden decides, unless something else was expected
/// (unexpected_pass: a failure that did not come, or a guard that no run left). A capture that was not
/// replayed neither meets nor breaks an expectation of replay (diverges, replay_fails, guarded). A `guarded`
/// that was expected must have the expected message.
/// `unsupported` and `skipped` count neither way. A failure is the expected one when is_met, else it is
/// unexpected_failure.
OutcomeJudgement judge_outcome(const Expectation* expected, const OutcomeSeen& seen);

}  // namespace assay
