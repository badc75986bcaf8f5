// The driver calls that PyTorch fetches as pointers through the runtime.
//
// PyTorch fetches its whole list at once and fails if any name is missing. Every name therefore gets a
// pointer, and a call through it fails.
#include <cstring>
#include <cuda.h>
#include <cuda_runtime_api.h>

#include "capture/phantom/refusal.h"

using namespace assay::phantom;

namespace {

CUresult refuse() {
  note_refused("a CUDA driver call");
  return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult describe(CUresult status, const char** text) {
  *text = status == CUDA_SUCCESS ? "no error" : refusal_text();
  return CUDA_SUCCESS;
}

CUresult no_current_context(CUcontext* context) {
  *context = nullptr;
  return CUDA_SUCCESS;
}

void* entry_point(const char* symbol) {
  if (!std::strcmp(symbol, "cuGetErrorString")) return reinterpret_cast<void*>(describe);
  if (!std::strcmp(symbol, "cuCtxGetCurrent")) return reinterpret_cast<void*>(no_current_context);
  return reinterpret_cast<void*>(refuse);
}

cudaError_t answer(const char* symbol, void** function, cudaDriverEntryPointQueryResult* result) {
  *function = entry_point(symbol);
  if (result) *result = cudaDriverEntryPointSuccess;
  return cudaSuccess;
}

}  // namespace

#if CUDART_VERSION < 13000
ASSAY_PHANTOM_EXPORT cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function,
                                                         unsigned long long,
                                                         cudaDriverEntryPointQueryResult* result) {
  return answer(symbol, function, result);
}
#endif
#if CUDART_VERSION >= 12050
ASSAY_PHANTOM_EXPORT cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function,
                                                                  unsigned, unsigned long long,
                                                                  cudaDriverEntryPointQueryResult* result) {
  return answer(symbol, function, result);
}
#endif
