// Widened: a tensor in double precision.
#pragma once

#include <ATen/core/Tensor.h>

namespace assay::replay {

/// Complex tensors become complex doubles. Returns the tensor itself if it is at least that wide, has no
/// fractions, or is undefined, quantised or nested.
///
/// In a float32 tensor with one distinct value, or few elements, each number becomes the double of its
/// shortest decimal text: 0.1, not 0.100000001490116. Reason: the same constant may be a tensor in one
/// program and a number in another.
at::Tensor widened(const at::Tensor& tensor);

}  // namespace assay::replay
