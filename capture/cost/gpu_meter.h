// GpuMeter: GPU time and peak GPU memory of a piece of work.
#pragma once

#include <cstdint>
#include <string>

#include <torch/csrc/utils/pybind.h>

#include "capture/cost/stopwatch.h"

namespace assay {

/// The processor of a program's tensors. The phantom runs nothing and does not count as a GPU.
enum class Processor : std::uint8_t { kCpu, kGpu };

/// Measures from construction. On a GPU it records CUDA events, an NVTX range "assay NAME" for profilers, and
/// the allocator's peak above the memory allocated before. On a CPU it does not call PyTorch and reports 0.
class GpuMeter {
 public:
  GpuMeter(Processor processor, const std::string& name);
  ~GpuMeter();
  GpuMeter(const GpuMeter&) = delete;
  GpuMeter& operator=(const GpuMeter&) = delete;

  /// Waits for the GPU, then returns the figures of `watch` with the time between the events.
  Spent spent(const Stopwatch& watch);
  /// Peak in bytes. Waits for the GPU.
  std::uint64_t added();

 private:
  pybind11::object cuda_;  ///< torch.cuda; null on a CPU
  pybind11::object start_;
  std::uint64_t allocated_ = 0;
};

}  // namespace assay
