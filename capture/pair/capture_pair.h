// capture_pair: one pair inside its forked child, from the request to the graph file.
#pragma once

#include <string>

#include <pybind11/pybind11.h>

#include "capture/pair/pair_run.h"

namespace assay {

/// Does the request's task and fills `run.ended`: kFinished, kUnsupported or kNondeterministic, the last two
/// with a message; kUnsupported too where oneDNN lacks a kernel since it is held back here. What else the
/// case or PyTorch raises passes through as the Python exception it is; the stage entered last says where.
///
/// A case with a transform is captured as its pass makes it, the pass being part of the stage `capture`;
/// where the request names an `untransformed_path`, the model is captured without the pass too, into that
/// file.
void capture_pair(PairRun& run);

/// The program of the request's case, for capture_pair in forked children to use as if each had loaded it.
/// What the case raises passes through.
pybind11::object load_case(PairRun& run);

/// "sm_90" when the device is the phantom (its library is preloaded), else "".
std::string phantom_device();

}  // namespace assay
