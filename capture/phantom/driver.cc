// The stub libcuda.so.1: what PyTorch's run-time compiler library links against, and what the CUDA libraries
// open.
//
// Says that no driver is usable: cuInit fails, so the CUDA libraries (cuBLAS, cuSOLVER, ...), which carry a
// runtime of their own, report an error instead of finding a device that runs nothing.
#include <cuda.h>

#include "capture/phantom/declared_device.h"
#include "capture/phantom/refusal.h"

using namespace assay::phantom;

static_assert(kCudaNotSupported == CUDA_ERROR_NOT_SUPPORTED);

ASSAY_PHANTOM_EXPORT CUresult cuInit(unsigned) {
  note_refused("cuInit");
  return CUDA_ERROR_STUB_LIBRARY;
}
ASSAY_PHANTOM_EXPORT CUresult cuDriverGetVersion(int* version) {
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}
ASSAY_PHANTOM_EXPORT CUresult cuGetErrorString(CUresult status, const char** text) {
  *text = status == CUDA_SUCCESS ? "no error" : refusal_text();
  return CUDA_SUCCESS;
}
ASSAY_PHANTOM_EXPORT CUresult cuGetErrorName(CUresult status, const char** name) {
  *name = status == CUDA_SUCCESS ? "CUDA_SUCCESS" : "CUDA_ERROR_NOT_SUPPORTED";
  return CUDA_SUCCESS;
}

// PyTorch asks these two whether the device was used already; saying no makes it create nothing.
ASSAY_PHANTOM_EXPORT CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = nullptr;
  return CUDA_SUCCESS;
}
ASSAY_PHANTOM_EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned* flags, int* active) {
  *flags = 0;
  *active = 0;
  return CUDA_SUCCESS;
}
