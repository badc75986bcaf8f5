// The only device that the phantom declares.
//
// All GPU figures of the phantom come from this table, in the runtime and the driver, so that no two answers
// contradict each other. They are those of an H200-class card (compute capability 9.0). PyTorch chooses
// kernels by them, and goldens for `cuda` freeze those choices. Whether a real GPU is present is NVML's
// answer, which the phantom never imitates.
#pragma once

#include <cstddef>

namespace assay::phantom {

struct DeclaredDevice {
  const char* arch = "sm_90";  // "phantom" in a graph file's header
  const char* name = "Assay phantom sm_90";
  int major = 9;
  int minor = 0;

  int multiprocessors = 132;
  int warp_size = 32;
  int threads_per_block = 1024;
  int threads_per_multiprocessor = 2048;
  int blocks_per_multiprocessor = 32;
  int block_dim[3] = {1024, 1024, 64};
  int grid_dim[3] = {2147483647, 65535, 65535};

  std::size_t memory = std::size_t{141} << 30;
  int memory_bus_bits = 6144;
  int memory_clock_khz = 3201000;
  int clock_khz = 1980000;
  int l2_bytes = 50 << 20;
  std::size_t constant_bytes = 64 << 10;

  std::size_t shared_per_block = 48 << 10;
  std::size_t shared_per_block_optin = 227 << 10;
  std::size_t shared_per_multiprocessor = 228 << 10;
  std::size_t shared_reserved_per_block = 1 << 10;
  int registers_per_block = 65536;
  int registers_per_multiprocessor = 65536;

  int copy_engines = 3;
  int least_stream_priority = 0;
  int greatest_stream_priority = -5;
  int texture_alignment = 512;
  int texture_pitch_alignment = 32;
  int memory_pitch = 2147483647;
};

inline constexpr DeclaredDevice kDevice;

static_assert(kDevice.arch[3] - '0' == kDevice.major && kDevice.arch[4] - '0' == kDevice.minor &&
                  !kDevice.arch[5],
              "the declared architecture and the declared compute capability are one fact");
static_assert(kDevice.shared_per_block_optin + kDevice.shared_reserved_per_block ==
                  kDevice.shared_per_multiprocessor,
              "a block may use all shared memory of a multiprocessor but what CUDA reserves");

}  // namespace assay::phantom
