// measure: one sample of the cost of a capture, in its forked child.
#pragma once

#include "capture/pair/pair.h"
#include "harness/zoo/overhead_sample.h"

namespace assay {

/// Times the first capture of this process, then eager, then captures of fresh programs. A memory task
/// measures eager and a capture. On the phantom eager is not measured. Announces its stages. Exceptions of
/// the case and PyTorch pass through.
OverheadSample measure(Pair& pair, const protocol::Measure& task, PairRun& run);

}  // namespace assay
