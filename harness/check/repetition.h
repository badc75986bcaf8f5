// repeated: compares another run of a pair with its first run.
#pragma once

#include "harness/check/pair_evidence.h"

namespace assay {

/// Adds a run to `first`, the record of a pair. The run wrote its graph to ResultsFolder::repeated_file. A
/// different outcome, exception, or graph (under the case's policy) makes the pair `flaky`, whatever its
/// expectation. The first different graph is kept beside repeated_file as METHOD@DEVICE.other.json. A run
/// without a process or disk space is not counted.
PairResult repeated(PairResult first, const PlannedPair& planned, const PairEnding& again,
                    const RunFiles& files);

}  // namespace assay
