// The functions of assay_capture that judge a graph file, for Python.
#pragma once

#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

void bind_judge(pybind11::module_& module);

}  // namespace assay::replay
