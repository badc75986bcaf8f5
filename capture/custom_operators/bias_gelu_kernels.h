// The CUDA kernels of assay_models::bias_gelu, apart from torch: nvcc reads this header, and torch's none.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace assay::custom_operators {

/// A dense matrix, row after row; the bias has one element per column.
struct Matrix {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

/// out = gelu(x + bias) in its tanh form; peak = the largest of peak and out of each column. All on the
/// device. Gives what the launch gave; without elements nothing is launched.
template <typename Number>
cudaError_t launch_bias_gelu(Matrix size, const Number* x, const Number* bias, Number* peak, Number* out,
                             cudaStream_t stream);

/// out = grad * gelu'(x + bias). Gives what the launch gave.
template <typename Number>
cudaError_t launch_bias_gelu_backward(Matrix size, const Number* grad, const Number* x, const Number* bias,
                                      Number* out, cudaStream_t stream);

}  // namespace assay::custom_operators
