// capture_pair: one pair inside its forked child, from the request to the graph file.
#pragma once

#include <string>

#include <torch/csrc/utils/pybind.h>

namespace assay {

/// `request` is protocol::CaptureRequest as one line; `report` is called with the name of each stage as it is
/// entered. Returns a JSON object:
///
///   ending    "finished" | "unsupported" | "nondeterministic"
///   message   why, for the last two
///   measures  eager_seconds, capture_seconds, write_seconds, nodes, edges, eager_bytes, capture_bytes,
///             forgotten_peak, released (PeakMeter::changed)
///   replay    protocol::encode(ReplayReport), absent or null when nothing was replayed
///   tallies   protocol::encode(RunTallies), absent or null when nothing was recorded
///   lowering_failure  why the request's `lowered_path` was not written, absent when it was
///
/// A case with a transform is captured as its pass makes it, the pass being part of the stage `capture`;
/// where the request names an `untransformed_path`, the model is captured without the pass too, into that
/// file.
///
/// A request without a method is an empty capture: it loads nothing and finishes at once, so that what
/// isolation alone costs can be measured. What the case or PyTorch raises passes through as the Python
/// exception it is; the stage reported last says where.
std::string capture_pair(const std::string& request, const pybind11::function& report);

/// "sm_90" when the device is the phantom (its library is preloaded), else "".
std::string phantom_device();

}  // namespace assay
