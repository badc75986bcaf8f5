// Ruling: what the outcome of a pair says by itself, against the expectation of its case.
#pragma once

#include "harness/check/check_plan.h"
#include "harness/check/run_terms.h"
#include "harness/results/verdict.h"

namespace assay {

/// What has to be read of a pair.
enum class Compared : std::uint8_t {
  kNothing,
  kGraph,   ///< that there is one, with nodes
  kGolden,  ///< the graph, against its golden
  kGoldenIfWritten,
};

/// What the outcome of a pair says by itself.
struct Ruling {
  const Expectation* expected = nullptr;  ///< null: `captured`
  OutcomeJudgement outcome = {};
};

/// By the expectation of the case that holds for the method, the device and the version of `facts`.
Ruling rule(const PlannedPair& planned, const PairResult& facts);

/// The files that a decision needs besides. A capture that replays although its case expects `diverges` or
/// `replay_fails` needs no golden. A capture that is known to be wrong is compared too: its golden shows
/// drift.
Compared compared_by(const Ruling& ruling, const PairResult& facts, AgreedBy agreed);

}  // namespace assay
