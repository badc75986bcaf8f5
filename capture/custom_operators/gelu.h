// GELU in its tanh form and its derivative, shared by the CPU and GPU kernels.
#pragma once

#include <cmath>

#ifdef __CUDACC__
#define ASSAY_ON_BOTH __host__ __device__
#else
#define ASSAY_ON_BOTH
#endif

namespace assay::custom_operators {

template <typename Number>
ASSAY_ON_BOTH Number gelu_tanh(Number z) {
  const Number scale = Number(0.7978845608028654);  // sqrt(2 / pi)
  return std::tanh(scale * (z + Number(0.044715) * z * z * z));
}

template <typename Number>
ASSAY_ON_BOTH Number gelu(Number z) {
  return Number(0.5) * z * (Number(1) + gelu_tanh(z));
}

template <typename Number>
ASSAY_ON_BOTH Number gelu_derivative(Number z) {
  const Number scale = Number(0.7978845608028654);
  const Number tanh = gelu_tanh(z);
  const Number inner = scale * (Number(1) + Number(3 * 0.044715) * z * z);
  return Number(0.5) * (Number(1) + tanh) + Number(0.5) * z * (Number(1) - tanh * tanh) * inner;
}

}  // namespace assay::custom_operators
