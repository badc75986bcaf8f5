// Repetition: a pair that is run again, held against how it ended first.
#pragma once

#include "harness/check/pair_evidence.h"

namespace assay {

/// `first`, the record of a pair, with one run more, which wrote its graph to ResultsFolder::repeated_file. A
/// run ends otherwise by another outcome, another exception, or another graph under the case's policy; the
/// pair is then `flaky`, whatever was expected of it. The first other graph is kept beside repeated_file as
/// METHOD@DEVICE.other.json. A run that the machine had no process or disk for is none.
PairResult repeated(PairResult first, const PlannedPair& planned, const PairEnding& again,
                    const RunFiles& files);

}  // namespace assay
