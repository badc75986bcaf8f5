// decide: from a pair's facts, its expectation and what it has left to the verdict. No file, no clock.
#pragma once

#include <string>
#include <vector>

#include "harness/check/next_step.h"
#include "harness/check/pair_evidence.h"
#include "harness/results/verdict.h"

namespace assay {

/// What the outcome of a pair says by itself.
struct Ruling {
  const Expectation* expected = nullptr;  ///< null: `captured`
  OutcomeJudgement outcome = {};
};

/// By the expectation of the case that holds for the method, the device and the version of `facts`.
Ruling rule(const PlannedPair& planned, const PairResult& facts);

/// What `decide` has to know. No golden is asked for where the case expects `diverges` or `replay_fails` and
/// the capture replays; what replays otherwise than eager is compared too, since a golden of a capture known
/// to be wrong still tells drift.
Compared compared_by(const Ruling& ruling, const PairResult& facts, AgreedBy agreed);

struct Decision {
  Verdict verdict = Verdict::kMatch;
  std::string reason = {}, explanation = {};
  std::vector<NamedCause> causes = {};
  NextStep next = NextStep::kNothing;
};

/// The golden decides where the outcome does not, and changes an expected failure into `differs` or
/// `broken_golden`; any other verdict it only explains. What the pass of a case changes must be what the case
/// says under `changes`: where it is not, a green verdict becomes `differs`.
Decision decide(const PlannedPair& planned, const PairResult& facts, const Ruling& ruling,
                const PairEvidence& evidence, const RunTerms& terms);

}  // namespace assay
