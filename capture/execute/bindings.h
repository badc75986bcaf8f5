// The Python class assay_capture.Executable, for tests and benchmarks.
#pragma once

#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

void bind_executable(pybind11::module_& module);

}  // namespace assay::replay
