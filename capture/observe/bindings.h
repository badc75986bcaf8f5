// The Python class `assay_capture.OpTrace`.
#pragma once

#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

void bind_op_trace(pybind11::module_& module);

}  // namespace assay::replay
