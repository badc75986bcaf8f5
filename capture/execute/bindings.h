// Python names of this folder: Executable, rules, widened and CannotReplay for tests and benchmarks, StandIn
// for capture/program.
#pragma once

#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

void bind_executable(pybind11::module_& module);

}  // namespace assay::replay
