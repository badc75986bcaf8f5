// OverheadSample: what one capture of one pair cost, beside eager in the same process, as the worker measures
// it.
#pragma once

#include <cstdint>
#include <tuple>

#include "harness/strict_json/member.h"

namespace assay {

/// What running something once took. On a real GPU its work is waited for before the end is taken.
struct Spent {
  double wall_seconds = 0;
  double cpu_seconds = 0;          ///< of the process, user and system; no other process's load is in it
  std::uint64_t instructions = 0;  ///< of the thread, in user mode; 0 where the kernel has no such counter
  double gpu_seconds = 0;          ///< between CUDA events before and after it; 0 without a real GPU
};
template <>
inline constexpr auto kMembers<Spent> =
    std::tuple{Member{"wall_seconds", &Spent::wall_seconds}, Member{"cpu_seconds", &Spent::cpu_seconds},
               Member{"instructions", &Spent::instructions}, Member{"gpu_seconds", &Spent::gpu_seconds}};

/// One capture, and the parts of it that have seams. What is in none of the parts is tracing.
struct CaptureSpent {
  Spent whole = {};      ///< asking PyTorch, the case's own pass included
  Spent decompose = {};  ///< of `whole`: in decompositions, with tracing what they are made of
  Spent partition = {};  ///< of `whole`: dividing the joint graph
  Spent observe = {};    ///< of `whole`, and ours: running a traced graph once for shapes and effects
  Spent walk = {};       ///< after it, ours: from PyTorch's graphs to the model of a graph file
  Spent write = {};      ///< after it, ours: checking and writing the file
  /// Beside it: the mean of two runs, before and after, of work that knows nothing of PyTorch. How fast the
  /// machine was just then is in both.
  Spent yardstick = {};
};
template <>
inline constexpr auto kMembers<CaptureSpent> =
    std::tuple{Member{"whole", &CaptureSpent::whole},         Member{"decompose", &CaptureSpent::decompose},
               Member{"partition", &CaptureSpent::partition}, Member{"observe", &CaptureSpent::observe},
               Member{"walk", &CaptureSpent::walk},           Member{"write", &CaptureSpent::write},
               Member{"yardstick", &CaptureSpent::yardstick}};

/// One child's. Times and memory exclude each other: measuring memory gives memory back first, which costs
/// the time of faulting it in again.
struct OverheadSample {
  Spent eager_forward = {};  ///< median run, after a first one; all 0 on the phantom, which has no eager
  Spent eager = {};          ///< forward and backward; the forward alone for a method without a backward
  CaptureSpent cold = {};  ///< the first capture of the process: libraries are imported, nothing else is warm
  CaptureSpent warm =
      {};  ///< median capture of a fresh program, in times its yardstick; Dynamo's caches are empty
  std::uint64_t eager_bytes = 0;    ///< peak above what was there before; of a sample of memory alone
  std::uint64_t capture_bytes = 0;  ///< likewise
  /// Likewise of the GPU's own memory, as PyTorch's allocator counts it; 0 without a real GPU.
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
