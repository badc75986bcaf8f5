// From how a pair ended to its record: outcome, expectation, golden, proposal, and the command to type next.
#pragma once

#include "harness/check/decision.h"

namespace assay {

/// Judges `ending` of `planned`: reads the captured graph, compares it with its golden and leaves a proposal
/// under pending/ when it is new or differs. Touches nothing under golden/.
///
/// A pair for which the machine had no process, and one that fails while the disk is full, is `missing`: no
/// method is blamed, and --resume runs it. Whatever a child has left is data of its pair: a graph that cannot
/// be read, and one without nodes, since nothing captured is never a match, is a pair that `raises` in stage
/// `write`, expected by no case. Only what cannot be written is a HarnessError.
///
/// Where replay alone is asked for, a capture that replays is a `match`, and a failure's explanation has its
/// place in PyTorch.
PairResult judge(const PlannedPair& planned, const PairEnding& ending, const RunFiles& files);

/// The last step of `judge`, which reads nothing: the record that follows from the facts and what was left.
PairResult conclude(const PlannedPair& planned, const PairResult& facts, const PairEvidence& evidence,
                    const RunTerms& terms);

}  // namespace assay
