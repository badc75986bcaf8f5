// imported: a Python object, looked up by module and name and kept for the life of the process.
#pragma once

#include <torch/csrc/utils/pybind.h>

namespace assay {

/// For `static const` look-ups of types and functions. The reference is never released, because the
/// interpreter is never restarted.
inline pybind11::handle imported(const char* module, const char* name) {
  return pybind11::object(pybind11::module_::import(module).attr(name)).release();
}

}  // namespace assay
