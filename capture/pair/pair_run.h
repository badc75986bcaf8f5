// PairRun: what the zygote's child and the extension module hand each other within one process.
#pragma once

#include <functional>

#include <Python.h>

#include "capture/cost/peak_meter.h"
#include "harness/protocol/messages.h"

namespace assay {

/// Program and module are built together, out of the same libraries, so they share the struct itself: a
/// capsule named kCapsule holds its address.
struct PairRun {
  static constexpr const char* kCapsule = "assay.PairRun";

  const protocol::Request& request;
  std::function<void(Stage)> enter;  ///< called as each stage begins
  /// The module's to fill: ending, message, nodes, edges, cost, replay, tallies, lowering_failure,
  /// left_behind and again_failure.
  protocol::Ended& ended;
  PyObject* program = nullptr;  ///< the case's, where one is loaded: a reference that the module takes over
  PeakMeter::Changed memory = {};  ///< whatever came of the pair
};

}  // namespace assay
