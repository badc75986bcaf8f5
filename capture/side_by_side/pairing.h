// Pairing: the values of both sides after a run, by what they are, and what differs beside values.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/side_by_side/flow.h"
#include "capture/side_by_side/shown.h"
#include "capture/side_by_side/sides.h"

namespace assay::replay {

/// Eager as it left its run.
struct AfterEager {
  at::Tensor generator = {};
  pybind11::dict python_before;  ///< Trial::python_state before the run; empty where the two do not run alike
};

/// Results, gradients, states midway and afterwards, what writing into results changes. States that a pass
/// has made its own are left out. Raises Unsupported for a value that cannot be read.
void pair_values(Sides& sides, const Flow& flow, const AfterEager& after, Shown& shown);

at::Tensor generator_state();

}  // namespace assay::replay
