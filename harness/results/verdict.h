// judge_outcome: compares an outcome with the expectation, before any golden.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/zoo/case.h"

namespace assay {

enum class Replayed : std::uint8_t { kYes, kNo };

/// The end of a pair, in the terms of expectations.
struct OutcomeSeen {
  Outcome outcome = Outcome::kCaptured;
  std::string_view exception;  ///< Class name, with or without its module.
  std::string_view message;
  Replayed replayed = Replayed::kYes;  ///< For a capture.
};

struct OutcomeJudgement {
  std::optional<Verdict> verdict;  ///< Nothing: there is a graph, and the golden decides.
  std::string reason;              ///< Of an expectation that was met or passed unexpectedly, or of a skip.
  std::string explanation;         ///< "expected: ..\nfound: ..\n" unless green.
};

/// "raises TraceError: control flow", or "captured".
std::string describe(const OutcomeSeen& seen);

/// Whether the outcomes are equal, an expected exception has the same class name without its module, and the
/// message contains the expected part.
bool is_met(const Expectation& expected, const OutcomeSeen& seen);

/// `expected` comes from expectation_for: nullptr means `captured`. By outcome:
/// - captured, guarded: the golden decides. If another outcome was expected: unexpected_pass.
/// - guarded, as expected but with another message: unexpected_failure.
/// - captured and not replayed: neither meets nor breaks an expectation of replay (diverges, undecided,
///   replay_fails, guarded).
/// - unsupported, skipped: no verdict of their own.
/// - any other: expected_failure if is_met, else unexpected_failure.
OutcomeJudgement judge_outcome(const Expectation* expected, const OutcomeSeen& seen);

}  // namespace assay
