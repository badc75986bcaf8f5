// One block per column: the peak of a column then needs no atomics, and every run gives the same.
#include "capture/custom_operators/bias_gelu_kernels.h"
#include "capture/custom_operators/gelu.h"

namespace assay::custom_operators {
namespace {

constexpr int kThreads = 128;

template <typename Number>
__global__ void bias_gelu(Matrix size, const Number* x, const Number* bias, Number* peak, Number* out) {
  __shared__ Number largest[kThreads];
  const std::int64_t column = blockIdx.x;
  Number mine = peak[column];
  for (std::int64_t row = threadIdx.x; row < size.rows; row += kThreads) {
    const std::int64_t place = row * size.columns + column;
    out[place] = gelu(x[place] + bias[column]);
    mine = fmax(mine, out[place]);
  }
  largest[threadIdx.x] = mine;
  for (int half = kThreads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) largest[threadIdx.x] = fmax(largest[threadIdx.x], largest[threadIdx.x + half]);
  }
  if (threadIdx.x == 0) peak[column] = largest[0];
}

template <typename Number>
__global__ void bias_gelu_backward(Matrix size, const Number* grad, const Number* x, const Number* bias,
                                   Number* out) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t place = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
       place < size.rows * size.columns; place += step)
    out[place] = grad[place] * gelu_derivative(x[place] + bias[place % size.columns]);
}

}  // namespace

template <typename Number>
cudaError_t launch_bias_gelu(Matrix size, const Number* x, const Number* bias, Number* peak, Number* out,
                             cudaStream_t stream) {
  if (size.rows == 0 || size.columns == 0) return cudaSuccess;
  bias_gelu<<<static_cast<unsigned>(size.columns), kThreads, 0, stream>>>(size, x, bias, peak, out);
  return cudaGetLastError();
}

template <typename Number>
cudaError_t launch_bias_gelu_backward(Matrix size, const Number* grad, const Number* x, const Number* bias,
                                      Number* out, cudaStream_t stream) {
  const std::int64_t blocks = (size.rows * size.columns + kThreads - 1) / kThreads;
  if (blocks == 0) return cudaSuccess;
  const unsigned launched = static_cast<unsigned>(blocks < 65535 ? blocks : 65535);
  bias_gelu_backward<<<launched, kThreads, 0, stream>>>(size, grad, x, bias, out);
  return cudaGetLastError();
}

template cudaError_t launch_bias_gelu(Matrix, const float*, const float*, float*, float*, cudaStream_t);
template cudaError_t launch_bias_gelu(Matrix, const double*, const double*, double*, double*, cudaStream_t);
template cudaError_t launch_bias_gelu_backward(Matrix, const float*, const float*, const float*, float*,
                                               cudaStream_t);
template cudaError_t launch_bias_gelu_backward(Matrix, const double*, const double*, const double*, double*,
                                               cudaStream_t);

}  // namespace assay::custom_operators
