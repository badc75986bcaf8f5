// Likeness: whether values of two separate runs are the same.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/utils/pybind.h>

namespace assay::replay {

/// Whether two numbers are the same: all NaNs are the same, 0.0 and -0.0 are not.
bool same_number(double left, double right);

/// The elements of a tensor in contiguous order on the CPU. Quantized, sparse and mkldnn tensors are
/// converted to dense values. Throws CannotReplay for nested tensors.
at::Tensor plain_elements(const at::Tensor& tensor);
/// The same as doubles; a complex element is two.
at::Tensor as_doubles(const at::Tensor& tensor);

/// Compares element type, shape, kind of device, layout and each element (fractions by `same_number`).
/// Strides and the elements of meta tensors are not compared. Raises Unsupported for wrapper subclasses.
bool same_bits(const at::Tensor& eager, const at::Tensor& replay);

/// Tensors are compared by bits, fake tensors by shape and element type. Containers, dataclasses and objects
/// whose class defines no equality (such as a cache of keys and values) are compared by type and content.
/// Other values are compared by `==`. Beyond a limit of depth and objects, only types count.
bool alike(pybind11::handle first, pybind11::handle second);
/// Whether all leaves of two trees of Python containers are alike.
bool same(pybind11::handle first, pybind11::handle second);

}  // namespace assay::replay
