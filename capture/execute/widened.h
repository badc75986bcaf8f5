// Widened: a tensor in double precision.
#pragma once

#include <ATen/core/Tensor.h>

namespace assay::replay {

/// Complex likewise; itself where it is no narrower. A float32 of which there are few, or that fills its
/// tensor, becomes the double that a program's text would have named (0.1, not 0.100000001490116): one
/// program may hold as a tensor what another has as a number.
at::Tensor widened(const at::Tensor& tensor);

}  // namespace assay::replay
