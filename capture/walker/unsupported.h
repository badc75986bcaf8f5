// Unsupported: raised from C++ for programs that Assay does not support, as in Python's capture methods.
#pragma once

#include <string>

#include <torch/csrc/utils/pybind.h>

namespace assay {

/// Throws Python's `Unsupported` (captured/captured.py) as an error_already_set, with or without the
/// interpreter's lock.
[[noreturn]] void raise_unsupported(const std::string& reason);
bool is_unsupported(const pybind11::error_already_set& error);

}  // namespace assay
