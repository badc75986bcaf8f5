// Argument checks shared by the CPU and GPU kernels of assay_models::bias_gelu.
#pragma once

#include <ATen/core/Tensor.h>

namespace assay::custom_operators {

/// Requires `x` [.., columns], `bias` [columns], and the same dtype and device for all three. Throws
/// c10::Error.
inline void require_bias_fits(const at::Tensor& x, const at::Tensor& bias, const at::Tensor& other) {
  TORCH_CHECK(x.dim() > 0 && bias.dim() == 1 && bias.size(0) == x.size(-1),
              "bias_gelu: expected a bias of one element per column of x, found ", bias.sizes(), " for ",
              x.sizes());
  for (const at::Tensor* one : {&bias, &other})
    TORCH_CHECK(one->scalar_type() == x.scalar_type() && one->device() == x.device(), "bias_gelu: expected ",
                x.scalar_type(), " on ", x.device(), ", found ", one->scalar_type(), " on ", one->device());
}

/// Requires that `peak`, which the kernel writes, is contiguous with the shape of `bias`. Throws c10::Error.
inline void require_peak_fits(const at::Tensor& peak, const at::Tensor& bias) {
  TORCH_CHECK(peak.sizes() == bias.sizes() && peak.is_contiguous(),
              "bias_gelu: expected a contiguous `peak` of ", bias.sizes(), ", found ", peak.sizes());
}

}  // namespace assay::custom_operators
