// judge: the record of an ended pair: outcome, verdict, proposal and next command.
#pragma once

#include "harness/check/decision.h"

namespace assay {

/// Judges `ending` of `planned`: reads the captured graph and compares it with its golden. A new or different
/// graph becomes a proposal under pending/. Touches nothing under golden/.
///
/// A pair that got no process, or that failed while the disk was full, is `missing`: the method is not
/// blamed, and --resume runs it. Files from the child are data of its pair: an unreadable or empty graph
/// makes the pair `raises` in stage `write`, which no case can expect. HarnessError only where a file cannot
/// be written.
///
/// With AgreedBy::kReplay a capture that replays is a `match`, and the explanation of a failure names its
/// place in PyTorch.
PairResult judge(const PlannedPair& planned, const PairEnding& ending, const RunFiles& files);

/// The last step of `judge`: the record that follows from the facts and the evidence. Reads no file.
PairResult conclude(const PlannedPair& planned, const PairResult& facts, const PairEvidence& evidence,
                    const RunTerms& terms);

}  // namespace assay
