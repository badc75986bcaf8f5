// assay_models::bias_gelu on a GPU: argument checks and the current stream.
#include <ATen/Dispatch.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty_like.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/library.h>

#include "capture/custom_operators/bias_gelu.h"
#include "capture/custom_operators/bias_gelu_kernels.h"

namespace assay::custom_operators {
namespace {

Matrix size_of(const at::Tensor& x, const at::Tensor& bias) {
  return {bias.size(0) == 0 ? 0 : x.numel() / bias.size(0), bias.size(0)};
}

at::Tensor bias_gelu_on_cuda(const at::Tensor& x, const at::Tensor& bias, const at::Tensor& peak) {
  require_bias_fits(x, bias, peak);
  require_peak_fits(peak, bias);
  const c10::cuda::CUDAGuard device(x.device());
  const at::Tensor from = x.contiguous(), added = bias.contiguous(), out = at::empty_like(from);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "bias_gelu", [&] {
    C10_CUDA_CHECK(launch_bias_gelu(size_of(from, added), from.const_data_ptr<scalar_t>(),
                                    added.const_data_ptr<scalar_t>(), peak.mutable_data_ptr<scalar_t>(),
                                    out.mutable_data_ptr<scalar_t>(), c10::cuda::getCurrentCUDAStream()));
  });
  return out;
}

at::Tensor bias_gelu_backward_on_cuda(const at::Tensor& grad, const at::Tensor& x, const at::Tensor& bias) {
  require_bias_fits(x, bias, grad);
  const c10::cuda::CUDAGuard device(x.device());
  const at::Tensor given = grad.contiguous(), from = x.contiguous(), added = bias.contiguous(),
                   out = at::empty_like(from);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "bias_gelu_backward", [&] {
    C10_CUDA_CHECK(
        launch_bias_gelu_backward(size_of(from, added), given.const_data_ptr<scalar_t>(),
                                  from.const_data_ptr<scalar_t>(), added.const_data_ptr<scalar_t>(),
                                  out.mutable_data_ptr<scalar_t>(), c10::cuda::getCurrentCUDAStream()));
  });
  return out;
}

}  // namespace

TORCH_LIBRARY_IMPL(assay_models, CUDA, library) {
  library.impl("bias_gelu", bias_gelu_on_cuda);
  library.impl("bias_gelu_backward", bias_gelu_backward_on_cuda);
}

}  // namespace assay::custom_operators
