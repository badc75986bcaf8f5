// OverheadSample: cost of a capture beside eager in the same process, as the worker measures it.
#pragma once

#include <cstdint>
#include <tuple>

#include "harness/strict_json/member.h"

namespace assay {

/// Cost of a run, including its work on a real GPU.
struct Spent {
  double wall_seconds = 0;
  double cpu_seconds = 0;          ///< User and system time of this process alone.
  std::uint64_t instructions = 0;  ///< Of the thread, in user mode. 0 without a kernel counter.
  double gpu_seconds = 0;          ///< Between CUDA events around the run. 0 without a real GPU.
};
template <>
inline constexpr auto kMembers<Spent> =
    std::tuple{Member{"wall_seconds", &Spent::wall_seconds}, Member{"cpu_seconds", &Spent::cpu_seconds},
               Member{"instructions", &Spent::instructions}, Member{"gpu_seconds", &Spent::gpu_seconds}};

/// Cost of a capture and of its separable parts. The rest of `whole` is tracing.
struct CaptureSpent {
  Spent whole = {};      ///< The call of PyTorch, including the case's own pass.
  Spent decompose = {};  ///< Part of `whole`: decompositions, including the tracing of their operators.
  Spent partition = {};  ///< Part of `whole`: partitioning the joint graph.
  Spent observe = {};    ///< Part of `whole`, by Assay: running a traced graph once for shapes and effects.
  Spent walk = {};       ///< After `whole`, by Assay: building the graph file's model from PyTorch's graphs.
  Spent write = {};      ///< After `whole`, by Assay: checking and writing the file.
  /// Work without PyTorch, as a measure of the machine's speed at that time. Mean of a run before the capture
  /// and a run after it.
  Spent yardstick = {};
};
template <>
inline constexpr auto kMembers<CaptureSpent> =
    std::tuple{Member{"whole", &CaptureSpent::whole},         Member{"decompose", &CaptureSpent::decompose},
               Member{"partition", &CaptureSpent::partition}, Member{"observe", &CaptureSpent::observe},
               Member{"walk", &CaptureSpent::walk},           Member{"write", &CaptureSpent::write},
               Member{"yardstick", &CaptureSpent::yardstick}};

/// Measurements in a child: times or memory. Measuring memory first returns memory to the system, and
/// faulting it in again takes time.
struct OverheadSample {
  Spent eager_forward = {};  ///< Median run after a first run. All 0 on the phantom, which has no eager.
  Spent eager = {};          ///< Forward and backward. The forward alone for a method without a backward.
  CaptureSpent cold = {};    ///< First capture of the process. Libraries are imported, nothing else is warm.
  CaptureSpent warm = {};    ///< Median capture of a fresh program, by CPU time relative to its yardstick.
                             ///< Dynamo's caches are empty.
  std::uint64_t eager_bytes = 0;    ///< Peak above the memory in use before. Only in a memory sample.
  std::uint64_t capture_bytes = 0;  ///< Peak of the capture.
  /// Peaks of GPU memory, as PyTorch's allocator counts it. 0 without a real GPU.
  std::uint64_t eager_gpu_bytes = 0, capture_gpu_bytes = 0;
};
template <>
inline constexpr auto kMembers<OverheadSample> =
    std::tuple{Member{"eager_forward", &OverheadSample::eager_forward},
               Member{"eager", &OverheadSample::eager},
               Member{"cold", &OverheadSample::cold},
               Member{"warm", &OverheadSample::warm},
               Member{"eager_bytes", &OverheadSample::eager_bytes},
               Member{"capture_bytes", &OverheadSample::capture_bytes},
               Member{"eager_gpu_bytes", &OverheadSample::eager_gpu_bytes},
               Member{"capture_gpu_bytes", &OverheadSample::capture_gpu_bytes}};

}  // namespace assay
