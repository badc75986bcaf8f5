// Ruling: the outcome of a pair judged by the expectation of its case.
#pragma once

#include "harness/check/check_plan.h"
#include "harness/check/run_terms.h"
#include "harness/results/verdict.h"

namespace assay {

/// The graphs to read for a verdict.
enum class Compared : std::uint8_t {
  kNothing,
  kGraph,   ///< the graph, which must have nodes
  kGolden,  ///< the graph and its golden
  kGoldenIfWritten,
};

/// An outcome and its expectation.
struct Ruling {
  const Expectation* expected = nullptr;  ///< null: `captured` is expected
  OutcomeJudgement outcome = {};
};

/// Uses the expectation for the method, the device and the torch version of `facts`.
Ruling rule(const PlannedPair& planned, const PairResult& facts);

/// The files that the decision also needs. A capture that replays although its case expects `diverges` or
/// `replay_fails` needs no golden. A known wrong capture is still compared with its golden, which shows
/// drift.
Compared compared_by(const Ruling& ruling, const PairResult& facts, AgreedBy agreed);

}  // namespace assay
