// The CUDA runtime calls that PyTorch makes before a kernel, answered for the declared device.
//
// No call here touches state at load or fork, so a process that has only imported torch with this library
// preloaded can fork freely. Everything is synchronous: streams are numbers and events have always completed.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_runtime_api.h>

#include "capture/phantom/declared_device.h"
#include "capture/phantom/refusal.h"
#include "capture/phantom/runtime_status.h"

namespace assay::phantom {
namespace {

static_assert(kCudaNotSupported == cudaErrorNotSupported);

thread_local cudaError_t last_error = cudaSuccess;

// Handles are never dereferenced. They must only be distinct and not null (null is the default stream).
template <class Handle>
Handle fresh_handle() {
  static std::atomic<std::uintptr_t> next{1};
  return reinterpret_cast<Handle>(next.fetch_add(1) << 4);
}

cudaError_t on_device(int device) { return device == 0 ? cudaSuccess : failed(cudaErrorInvalidDevice); }

// Named fields only. Fields that CUDA 13 dropped are answered as attributes.
void describe(cudaDeviceProp& properties) {
  properties = {};
  std::snprintf(properties.name, sizeof properties.name, "%s", kDevice.name);
  properties.major = kDevice.major;
  properties.minor = kDevice.minor;
  properties.totalGlobalMem = kDevice.memory;
  properties.totalConstMem = kDevice.constant_bytes;
  properties.sharedMemPerBlock = kDevice.shared_per_block;
  properties.sharedMemPerBlockOptin = kDevice.shared_per_block_optin;
  properties.sharedMemPerMultiprocessor = kDevice.shared_per_multiprocessor;
  properties.reservedSharedMemPerBlock = kDevice.shared_reserved_per_block;
  properties.regsPerBlock = kDevice.registers_per_block;
  properties.regsPerMultiprocessor = kDevice.registers_per_multiprocessor;
  properties.warpSize = kDevice.warp_size;
  properties.multiProcessorCount = kDevice.multiprocessors;
  properties.maxThreadsPerBlock = kDevice.threads_per_block;
  properties.maxThreadsPerMultiProcessor = kDevice.threads_per_multiprocessor;
  properties.maxBlocksPerMultiProcessor = kDevice.blocks_per_multiprocessor;
  for (int axis = 0; axis < 3; ++axis) {
    properties.maxThreadsDim[axis] = kDevice.block_dim[axis];
    properties.maxGridSize[axis] = kDevice.grid_dim[axis];
  }
  properties.l2CacheSize = kDevice.l2_bytes;
  properties.memoryBusWidth = kDevice.memory_bus_bits;
  properties.memPitch = kDevice.memory_pitch;
  properties.textureAlignment = kDevice.texture_alignment;
  properties.texturePitchAlignment = kDevice.texture_pitch_alignment;
  properties.asyncEngineCount = kDevice.copy_engines;
  properties.concurrentKernels = properties.unifiedAddressing = properties.canMapHostMemory = 1;
  properties.streamPrioritiesSupported = properties.globalL1CacheSupported =
      properties.localL1CacheSupported = 1;
  properties.managedMemory = properties.concurrentManagedAccess = properties.computePreemptionSupported = 1;
  properties.canUseHostPointerForRegisteredMem = properties.hostRegisterSupported = properties.ECCEnabled = 1;
  properties.cooperativeLaunch = properties.clusterLaunch = 1;
}

// -1: not declared. Long because CUDA has one attribute per figure.
int attribute(cudaDeviceAttr which) {
  switch (which) {
    case cudaDevAttrComputeCapabilityMajor:
      return kDevice.major;
    case cudaDevAttrComputeCapabilityMinor:
      return kDevice.minor;
    case cudaDevAttrMultiProcessorCount:
      return kDevice.multiprocessors;
    case cudaDevAttrWarpSize:
      return kDevice.warp_size;
    case cudaDevAttrClockRate:
      return kDevice.clock_khz;
    case cudaDevAttrMemoryClockRate:
      return kDevice.memory_clock_khz;
    case cudaDevAttrGlobalMemoryBusWidth:
      return kDevice.memory_bus_bits;
    case cudaDevAttrL2CacheSize:
      return kDevice.l2_bytes;
    case cudaDevAttrTotalConstantMemory:
      return static_cast<int>(kDevice.constant_bytes);
    case cudaDevAttrMaxThreadsPerBlock:
      return kDevice.threads_per_block;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return kDevice.threads_per_multiprocessor;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return kDevice.blocks_per_multiprocessor;
    case cudaDevAttrMaxBlockDimX:
      return kDevice.block_dim[0];
    case cudaDevAttrMaxBlockDimY:
      return kDevice.block_dim[1];
    case cudaDevAttrMaxBlockDimZ:
      return kDevice.block_dim[2];
    case cudaDevAttrMaxGridDimX:
      return kDevice.grid_dim[0];
    case cudaDevAttrMaxGridDimY:
      return kDevice.grid_dim[1];
    case cudaDevAttrMaxGridDimZ:
      return kDevice.grid_dim[2];
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return static_cast<int>(kDevice.shared_per_block);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return static_cast<int>(kDevice.shared_per_block_optin);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return static_cast<int>(kDevice.shared_per_multiprocessor);
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return static_cast<int>(kDevice.shared_reserved_per_block);
    case cudaDevAttrMaxRegistersPerBlock:
      return kDevice.registers_per_block;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return kDevice.registers_per_multiprocessor;
    case cudaDevAttrMaxPitch:
      return kDevice.memory_pitch;
    case cudaDevAttrTextureAlignment:
      return kDevice.texture_alignment;
    case cudaDevAttrTexturePitchAlignment:
      return kDevice.texture_pitch_alignment;
    case cudaDevAttrAsyncEngineCount:
      return kDevice.copy_engines;
    case cudaDevAttrCooperativeLaunch:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrComputePreemptionSupported:
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
    case cudaDevAttrHostRegisterSupported:
      return 1;
    case cudaDevAttrIntegrated:
    case cudaDevAttrComputeMode:
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrPageableMemoryAccess:
    case cudaDevAttrMemoryPoolsSupported:
      return 0;
    default:
      return -1;
  }
}

}  // namespace

cudaError_t failed(cudaError_t status) noexcept { return last_error = status; }

int refuse_runtime_call(const char* call) noexcept {
  note_refused(call);
  return failed(cudaErrorNotSupported);
}

}  // namespace assay::phantom

using namespace assay::phantom;

ASSAY_PHANTOM_EXPORT const char* assay_phantom_device() { return kDevice.arch; }

// --- the device

ASSAY_PHANTOM_EXPORT cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaSetDevice(int device) { return on_device(device); }
ASSAY_PHANTOM_EXPORT cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  describe(*properties);
  return on_device(device);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr which, int device) {
  const int declared = attribute(which);
  if (declared < 0) return failed(cudaErrorInvalidValue);
  *value = declared;
  return on_device(device);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = kDevice.least_stream_priority;
  if (greatest) *greatest = kDevice.greatest_stream_priority;
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
ASSAY_PHANTOM_EXPORT cudaError_t cudaProfilerStart() { return cudaSuccess; }
ASSAY_PHANTOM_EXPORT cudaError_t cudaProfilerStop() { return cudaSuccess; }

// --- errors

ASSAY_PHANTOM_EXPORT cudaError_t cudaPeekAtLastError() { return last_error; }
ASSAY_PHANTOM_EXPORT cudaError_t cudaGetLastError() {
  const cudaError_t error = last_error;
  last_error = cudaSuccess;
  return error;
}
ASSAY_PHANTOM_EXPORT const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorInvalidValue:
      return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidDevice:
      return "cudaErrorInvalidDevice";
    case cudaErrorNotSupported:
      return "cudaErrorNotSupported";
    default:
      return "cudaErrorUnknown";
  }
}
ASSAY_PHANTOM_EXPORT const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "no error";
    case cudaErrorInvalidValue:
      return "invalid argument (Assay's phantom CUDA device)";
    case cudaErrorMemoryAllocation:
      return "out of memory (Assay's phantom CUDA device)";
    case cudaErrorInvalidDevice:
      return "invalid device ordinal (Assay's phantom CUDA device is the only one)";
    case cudaErrorNotSupported:
      return refusal_text();
    default:
      return "an error that Assay's phantom CUDA device did not raise: a call it does not answer";
  }
}

// --- streams and events

ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
  *stream = fresh_handle<cudaStream_t>();
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return cudaStreamCreateWithPriority(stream, 0, 0);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, 0, 0);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) {
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamGetPriority(cudaStream_t, int* priority) {
  *priority = kDevice.least_stream_priority;
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void* data) {
  function(data);
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                                       void* data, unsigned) {
  callback(stream, cudaSuccess, data);
  return cudaSuccess;
}

ASSAY_PHANTOM_EXPORT cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = fresh_handle<cudaEvent_t>();
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, 0);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
ASSAY_PHANTOM_EXPORT cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
ASSAY_PHANTOM_EXPORT cudaError_t cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t, unsigned) {
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
ASSAY_PHANTOM_EXPORT cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }

// --- stream capture: the phantom never captures

ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) {
  return cudaSuccess;
}

// CUDA 13 adds edges to the result of this call. CUDA 12 has both forms under separate names.
#if CUDART_VERSION >= 13000
#define CAPTURE_INFO_WITH_EDGES cudaStreamGetCaptureInfo
#elif CUDART_VERSION >= 12030
#define CAPTURE_INFO_WITH_EDGES cudaStreamGetCaptureInfo_v3
#endif
#ifdef CAPTURE_INFO_WITH_EDGES
ASSAY_PHANTOM_EXPORT cudaError_t CAPTURE_INFO_WITH_EDGES(cudaStream_t, cudaStreamCaptureStatus* status,
                                                         unsigned long long*, cudaGraph_t*,
                                                         const cudaGraphNode_t**, const cudaGraphEdgeData**,
                                                         size_t*) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
#endif
#if CUDART_VERSION < 13000
ASSAY_PHANTOM_EXPORT cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus* status,
                                                          unsigned long long*, cudaGraph_t*,
                                                          const cudaGraphNode_t**, size_t*) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
#endif
