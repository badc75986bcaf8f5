// Widened: a tensor in double precision.
#pragma once

#include <ATen/core/Tensor.h>

namespace assay::replay {

/// The tensor itself where it is no narrower; complex tensors become complex doubles.
///
/// In a float32 tensor of one value, or of few elements, each number becomes the double of its shortest
/// decimal text: 0.1, not 0.100000001490116. One program may hold a constant as a tensor, another as a
/// number.
at::Tensor widened(const at::Tensor& tensor);

}  // namespace assay::replay
