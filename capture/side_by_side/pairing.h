// Pairing: pairs the values of both sides after a run, and reports other differences.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/side_by_side/compared_run.h"
#include "capture/side_by_side/flow.h"
#include "capture/side_by_side/sides.h"

namespace assay::replay {

/// State of eager right after its run.
struct AfterEager {
  at::Tensor generator = {};
  pybind11::dict
      python_before;  ///< ProgramRun::python_state before the run; empty if the sides do not run alike
};

/// Pairs results, gradients, and states midway and afterwards. Reports side effects of writes into results.
/// Omits states that a pass has changed. Raises Unsupported for a value that cannot be read.
void pair_values(Sides& sides, const Flow& flow, const AfterEager& after, ComparedRun& compared);

at::Tensor generator_state();

}  // namespace assay::replay
