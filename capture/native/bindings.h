// The Python class `assay_capture.NativeRecorder`.
#pragma once

#include <torch/csrc/utils/pybind.h>

namespace assay::native {

void bind_recorder(pybind11::module_& module);

}  // namespace assay::native
