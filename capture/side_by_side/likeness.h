// Likeness: whether two values are the same, though each run has made its own.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

/// Whether two numbers are one: any NaN is any NaN, 0.0 is not -0.0.
bool same_number(double left, double right);

/// The elements of a tensor in contiguous order on the CPU; quantized, sparse and mkldnn tensors have their
/// dense values. Throws CannotReplay for nested ones.
at::Tensor plain_elements(const at::Tensor& tensor);
/// These as doubles; complex ones as two.
at::Tensor as_doubles(const at::Tensor& tensor);

/// Element type, shape, kind of device, layout and each element, fractions as in `same_number`; strides are
/// not compared, nor are the elements of meta tensors. Raises Unsupported for wrapper subclasses.
bool same_bits(const at::Tensor& eager, const at::Tensor& replay);

/// Tensors are compared by their bits; fake ones have none and are compared by shape and element type.
/// Containers are compared by type and content. So are objects whose class has no equality of its own, such
/// as a cache of keys and values. The rest is compared by `==`. Beyond a depth and a number of objects only
/// types count.
bool alike(pybind11::handle first, pybind11::handle second);
/// Whether all leaves of two trees of Python containers are alike.
bool same(pybind11::handle first, pybind11::handle second);

}  // namespace assay::replay
