// capture_pair: one pair in its forked child, from the request to the graph file.
#pragma once

#include <string>

#include <pybind11/pybind11.h>

#include "capture/pair/pair_run.h"

namespace assay {

/// Performs the request's task and fills `run.ended`: kFinished, kUnsupported or kNondeterministic, the last
/// two with a message. kUnsupported also covers a kernel that oneDNN lacks under Assay's AVX2 limit. Other
/// Python exceptions of the case or of PyTorch pass through; the last stage entered shows the place.
///
/// A case with a transform is captured after its pass, which is part of the stage `capture`. If the request
/// has an `untransformed_path`, the model is also captured without the pass, into that file.
void capture_pair(PairRun& run);

/// Loads the program of the request's case, for capture_pair in forked children to reuse. Exceptions of the
/// case pass through.
pybind11::object load_case(PairRun& run);

/// "sm_90" if the device is the phantom (its library is preloaded), otherwise "".
std::string phantom_device();

}  // namespace assay
