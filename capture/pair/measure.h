// measure: one sample of what a capture costs, inside its forked child.
#pragma once

#include "capture/pair/pair.h"
#include "harness/zoo/overhead_sample.h"

namespace assay {

/// The first capture of this process, then eager, then captures of fresh programs; or, of a task of memory,
/// eager and then one capture. Announces its stages; what the case or PyTorch raises passes through.
OverheadSample measure(Pair& pair, const protocol::Measure& task, PairRun& run);

}  // namespace assay
