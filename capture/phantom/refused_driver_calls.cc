// The driver calls that libcaffe2_nvrtc of PyTorch 2.11 to 2.15 links against and the stub driver refuses, by
// name.
#include "capture/phantom/refusal.h"

#define DRIVER(name)                          \
  ASSAY_PHANTOM_EXPORT int name() {           \
    assay::phantom::note_refused(#name);      \
    return assay::phantom::kCudaNotSupported; \
  }

DRIVER(cuCtxSetCurrent)
DRIVER(cuDeviceGet)
DRIVER(cuDeviceGetAttribute)
DRIVER(cuDeviceGetCount)
DRIVER(cuDevicePrimaryCtxRetain)
DRIVER(cuFuncGetAttribute)
DRIVER(cuFuncSetAttribute)
DRIVER(cuFuncSetCacheConfig)
DRIVER(cuGetProcAddress)
DRIVER(cuGetProcAddress_v2)
DRIVER(cuLaunchCooperativeKernel)
DRIVER(cuLaunchKernel)
DRIVER(cuLaunchKernelEx)
DRIVER(cuLinkAddData_v2)
DRIVER(cuLinkComplete)
DRIVER(cuLinkCreate_v2)
DRIVER(cuModuleGetFunction)
DRIVER(cuModuleLoad)
DRIVER(cuModuleLoadData)
DRIVER(cuModuleLoadDataEx)
DRIVER(cuModuleUnload)
DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor)
DRIVER(cuPointerGetAttribute)
DRIVER(cuTensorMapEncodeTiled)
