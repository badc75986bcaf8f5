// Unsupported: what Assay cannot take, raised from C++ as Python's capture methods raise it.
#pragma once

#include <string>

#include <torch/csrc/utils/pybind.h>

namespace assay {

/// Throws Python's `Unsupported` (captured/captured.py) as an error_already_set; the interpreter's lock may
/// be held or not.
[[noreturn]] void raise_unsupported(const std::string& reason);
/// Whether `error` is one.
bool is_unsupported(const pybind11::error_already_set& error);

}  // namespace assay
