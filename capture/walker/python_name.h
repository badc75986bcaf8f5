// Names between Python and C++: a path, or a Name of captured/captured.py.
#pragma once

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/value_name.h"

namespace assay {

ValueName value_name_of(pybind11::handle name);
/// Always returns a Name.
pybind11::object to_python(const ValueName& name);

}  // namespace assay
