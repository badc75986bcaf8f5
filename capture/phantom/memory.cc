// The CUDA runtime's memory calls. Device memory is host memory in a ledger.
//
// The ledger answers like a GPU whether a pointer is on the device, pinned, or neither. The lock is held only
// inside a call. A parent that forks makes no call, so a child never inherits a locked mutex.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime_api.h>
#include <map>
#include <mutex>

#include "capture/phantom/declared_device.h"
#include "capture/phantom/refusal.h"
#include "capture/phantom/runtime_status.h"

namespace assay::phantom {
namespace {

constexpr std::size_t kAlignment = 512;  // required by PyTorch's allocator

struct Block {
  std::size_t bytes;
  cudaMemoryType type;
};

struct Ledger {
  std::mutex mutex;
  std::map<std::uintptr_t, Block> blocks;  // by address, without overlaps
  std::size_t device_bytes = 0;            // sum over device blocks
};

// Never destroyed, because PyTorch frees memory during exit.
Ledger& ledger() {
  static Ledger& only = *new Ledger;
  return only;
}

std::uintptr_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

bool on_device(cudaMemoryType type) { return type != cudaMemoryTypeHost; }

cudaError_t allocate(void** pointer, std::size_t bytes, cudaMemoryType type) {
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  Ledger& all = ledger();
  const std::lock_guard lock(all.mutex);
  if (on_device(type) && bytes > kDevice.memory - all.device_bytes) return failed(cudaErrorMemoryAllocation);
  if (posix_memalign(pointer, kAlignment, bytes) != 0) return failed(cudaErrorMemoryAllocation);
  all.blocks[address(*pointer)] = {bytes, type};
  if (on_device(type)) all.device_bytes += bytes;
  return cudaSuccess;
}

// Removes the block at `pointer` from the ledger, without freeing it.
cudaError_t forget(const void* pointer) {
  Ledger& all = ledger();
  const std::lock_guard lock(all.mutex);
  const auto found = all.blocks.find(address(pointer));
  if (found == all.blocks.end()) return failed(cudaErrorInvalidValue);
  if (on_device(found->second.type)) all.device_bytes -= found->second.bytes;
  all.blocks.erase(found);
  return cudaSuccess;
}

cudaError_t release(void* pointer) {
  if (!pointer) return cudaSuccess;
  const cudaError_t status = forget(pointer);
  if (status == cudaSuccess) std::free(pointer);
  return status;
}

cudaMemoryType type_of(const void* pointer) {
  Ledger& all = ledger();
  const std::lock_guard lock(all.mutex);
  auto after = all.blocks.upper_bound(address(pointer));
  if (after == all.blocks.begin()) return cudaMemoryTypeUnregistered;
  const auto& [start, block] = *--after;
  return address(pointer) - start < block.bytes ? block.type : cudaMemoryTypeUnregistered;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes) {
  std::memmove(to, from, bytes);
  return cudaSuccess;
}

}  // namespace
}  // namespace assay::phantom

using namespace assay::phantom;

ASSAY_PHANTOM_EXPORT cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return allocate(pointer, bytes, cudaMemoryTypeDevice);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) {
  return allocate(pointer, bytes, cudaMemoryTypeDevice);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned) {
  return allocate(pointer, bytes, cudaMemoryTypeManaged);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return allocate(pointer, bytes, cudaMemoryTypeHost);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  return allocate(pointer, bytes, cudaMemoryTypeHost);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaFree(void* pointer) { return release(pointer); }
ASSAY_PHANTOM_EXPORT cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) { return release(pointer); }
ASSAY_PHANTOM_EXPORT cudaError_t cudaFreeHost(void* pointer) { return release(pointer); }

ASSAY_PHANTOM_EXPORT cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
  if (!pointer || bytes == 0) return failed(cudaErrorInvalidValue);
  const std::lock_guard lock(ledger().mutex);
  ledger().blocks[address(pointer)] = {bytes, cudaMemoryTypeHost};
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaHostUnregister(void* pointer) { return forget(pointer); }

ASSAY_PHANTOM_EXPORT cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total) {
  const std::lock_guard lock(ledger().mutex);
  *total = kDevice.memory;
  *free_bytes = kDevice.memory - ledger().device_bytes;
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                                          const void* pointer) {
  *attributes = {};
  attributes->type = type_of(pointer);
  attributes->device = attributes->type == cudaMemoryTypeUnregistered ? cudaInvalidDeviceId : 0;
  void* const known = attributes->type == cudaMemoryTypeUnregistered ? nullptr : const_cast<void*>(pointer);
  attributes->devicePointer = known;
  attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : known;
  return cudaSuccess;
}

ASSAY_PHANTOM_EXPORT cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind) {
  return copy(to, from, bytes);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind,
                                                 cudaStream_t) {
  return copy(to, from, bytes);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes,
                                                     cudaStream_t) {
  return copy(to, from, bytes);
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                                                   size_t from_pitch, size_t width, size_t height,
                                                   cudaMemcpyKind, cudaStream_t) {
  for (size_t row = 0; row < height; ++row)
    copy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width);
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  std::memset(pointer, value, bytes);
  return cudaSuccess;
}
ASSAY_PHANTOM_EXPORT cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t) {
  return cudaMemset(pointer, value, bytes);
}
