// Kernel launches: all ways to start a kernel fail here.
//
// The configuration calls around a launch (`<<<...>>>` compiles to push, pop, get, launch) succeed. If they
// failed, the caller would return without a launch and without an error.
#include <cuda_runtime_api.h>

#include "capture/phantom/refusal.h"

using namespace assay::phantom;

namespace {

cudaError_t refuse(const char* call) { return static_cast<cudaError_t>(refuse_runtime_call(call)); }

}  // namespace

ASSAY_PHANTOM_EXPORT unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, cudaStream_t) { return 0; }
ASSAY_PHANTOM_EXPORT cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared,
                                                            void* stream) {
  *grid = *block = dim3{};
  *shared = 0;
  *static_cast<cudaStream_t*>(stream) = nullptr;
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t __cudaGetKernel(void** kernel, const void* function) {
  *kernel = const_cast<void*>(function);
  return cudaSuccess;
}

ASSAY_PHANTOM_EXPORT cudaError_t __cudaLaunchKernel(void*, dim3, dim3, void**, size_t, cudaStream_t) {
  return refuse("kernel launch (__cudaLaunchKernel)");
}
ASSAY_PHANTOM_EXPORT cudaError_t __cudaLaunchKernel_ptsz(void*, dim3, dim3, void**, size_t, cudaStream_t) {
  return refuse("kernel launch (__cudaLaunchKernel_ptsz)");
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t) {
  return refuse("kernel launch (cudaLaunchKernel)");
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**) {
  return refuse("kernel launch (cudaLaunchKernelExC)");
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, size_t,
                                                             cudaStream_t) {
  return refuse("kernel launch (cudaLaunchCooperativeKernel)");
}
