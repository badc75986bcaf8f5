// The CUDA kernels of assay_models::bias_gelu. Free of torch headers, because nvcc reads this header.
#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace assay::custom_operators {

/// A dense row-major matrix. The bias has one element per column.
struct Matrix {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

/// out = gelu(x + bias) in its tanh form; peak = the maximum of peak and out per column. All pointers are on
/// the device. Returns the status of the launch. An empty matrix launches nothing.
template <typename Number>
cudaError_t launch_bias_gelu(Matrix size, const Number* x, const Number* bias, Number* peak, Number* out,
                             cudaStream_t stream);

/// out = grad * gelu'(x + bias). Returns the status of the launch.
template <typename Number>
cudaError_t launch_bias_gelu_backward(Matrix size, const Number* grad, const Number* x, const Number* bias,
                                      Number* out, cudaStream_t stream);

}  // namespace assay::custom_operators
