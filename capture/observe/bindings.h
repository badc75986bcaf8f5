// The Python class `assay_capture.Witness`.
#pragma once

#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

void bind_witness(pybind11::module_& module);

}  // namespace assay::replay
