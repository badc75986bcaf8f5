// Likeness: whether two Python values are the same, though each run has made its own.
#pragma once

#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

/// Tensors by their bits (fake ones, which have no values, by shape and element type); containers, and
/// objects whose class has no equality of its own, by their type and what they hold (a cache of keys and
/// values); the rest by `==`. Beyond a depth and a number of objects only types count.
bool alike(pybind11::handle first, pybind11::handle second);

}  // namespace assay::replay
