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

/// What a decision takes besides. No golden is asked for where the case expects `diverges` or `replay_fails`
/// and the capture replays; what replays otherwise than eager is compared too, since a golden of a capture
/// known to be wrong still tells drift.
Compared compared_by(const Ruling& ruling, const PairResult& facts, AgreedBy agreed);

}  // namespace assay
