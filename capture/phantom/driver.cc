// The stub libcuda.so.1, which PyTorch's run-time compiler library links against and the CUDA libraries open.
//
// It reports that no driver is usable: cuInit fails. The CUDA libraries (cuBLAS, cuSOLVER, ...) have their
// own runtime. They then report an error instead of finding a device that runs nothing.
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

// PyTorch uses both to check whether the device was used already. On "no" it creates nothing.
ASSAY_PHANTOM_EXPORT CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = nullptr;
  return CUDA_SUCCESS;
}
ASSAY_PHANTOM_EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned* flags, int* active) {
  *flags = 0;
  *active = 0;
  return CUDA_SUCCESS;
}
