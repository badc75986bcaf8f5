// decide: the verdict of a pair from facts, expectation and evidence. Uses no file and no clock.
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

/// The outcome gives the verdict where it can, otherwise the golden does. A drifted golden also turns an
/// expected failure into `differs` or `broken_golden`. For any other verdict the golden only adds to the
/// explanation. Changes by the pass of a case must equal its `changes`. Otherwise a green verdict becomes
/// `differs`.
Decision decide(const PlannedPair& planned, const PairResult& facts, const PairEvidence& evidence,
                const RunTerms& terms);

}  // namespace assay
