// GpuMeter: what a real GPU does while a piece of work runs, and how much of its memory that takes.
#pragma once

#include <cstdint>
#include <string>

#include <torch/csrc/utils/pybind.h>

#include "capture/cost/stopwatch.h"

namespace assay {

/// Where a program's tensors are. The phantom runs nothing: it is no GPU here.
enum class Processor : std::uint8_t { kCpu, kGpu };

/// From its making on; on a CPU it asks PyTorch nothing and says 0. On a GPU: CUDA events around the work, an
/// NVTX range "assay NAME" that profilers show it by, and the peak of the allocator above what was allocated
/// before.
class GpuMeter {
 public:
  GpuMeter(Processor processor, const std::string& name);
  ~GpuMeter();
  GpuMeter(const GpuMeter&) = delete;
  GpuMeter& operator=(const GpuMeter&) = delete;

  /// What `watch` shows once the GPU has done what was asked of it, with the time between the events.
  Spent spent(const Stopwatch& watch);
  /// Bytes. Waits for the GPU.
  std::uint64_t added();

 private:
  pybind11::object cuda_;  ///< torch.cuda; none on a CPU
  pybind11::object start_;
  std::uint64_t allocated_ = 0;
};

}  // namespace assay
