// decide: from a pair's facts, its expectation and what it has left to the verdict. No file, no clock.
#pragma once

#include <string>
#include <vector>

#include "harness/check/next_step.h"
#include "harness/check/pair_evidence.h"

namespace assay {

struct Decision {
  Verdict verdict = Verdict::kMatch;
  std::string reason = {}, explanation = {};
  std::vector<NamedCause> causes = {};
  NextStep next = NextStep::kNothing;
};

/// The golden decides where the outcome does not, and changes an expected failure into `differs` or
/// `broken_golden`; any other verdict it only explains. What the pass of a case changes must be what the case
/// says under `changes`: where it is not, a green verdict becomes `differs`.
Decision decide(const PlannedPair& planned, const PairResult& facts, const PairEvidence& evidence,
                const RunTerms& terms);

}  // namespace assay
