// PairRun: data shared by the zygote's child and the extension module within a process.
#pragma once

#include <functional>

#include <Python.h>

#include "capture/cost/peak_meter.h"
#include "harness/protocol/messages.h"

namespace assay {

/// Program and module are built together with the same libraries, so they share this struct. A capsule named
/// kCapsule has its address.
struct PairRun {
  static constexpr const char* kCapsule = "assay.PairRun";

  const protocol::Request& request;
  std::function<void(Stage)> enter;  ///< called at the begin of each stage
  /// Filled by the module: ending, message, nodes, edges, cost, replay, tallies, lowering_failure,
  /// left_behind and again_failure.
  protocol::Ended& ended;
  PyObject* program = nullptr;     ///< of the case, if loaded; the module takes over the reference
  PeakMeter::Changed memory = {};  ///< filled for every outcome of the pair
};

}  // namespace assay
