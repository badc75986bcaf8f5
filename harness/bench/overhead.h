// Overhead: what the samples of a bench say of each pair, and of the models of a family by each method.
//
// Times are of the CPU: another process's load is in the wall's. Each child measures eager beside its own
// captures, and a ratio is of one child, so what a child finds (a slow core, a cold cache) is on both sides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/change.h"
#include "harness/bench/estimate.h"
#include "harness/bench/samples.h"

namespace assay::bench {

/// What a capture's time goes into, in the order in which it is paid.
struct PhaseSeconds {
  double trace = 0;  ///< what is in none of the others
  double decompose = 0, partition = 0, observe = 0, walk = 0, write = 0;
};

/// One pair. Without samples of times all estimates have count 0.
struct PairOverhead {
  PairId pair;
  std::string family;
  std::uint64_t nodes = 0;
  Outcome outcome = Outcome::kCaptured;  ///< the first that was no capture, with `why`
  std::string why;
  Estimate eager_forward, eager, cold, warm;  ///< seconds
  Estimate cold_ratio, warm_ratio;            ///< to eager; count 0 on the phantom
  PhaseSeconds phases;                        ///< of the warm capture: medians
  std::uint64_t warm_instructions = 0;        ///< median; 0: no counter
  std::uint64_t eager_bytes = 0, capture_bytes = 0;
  double eager_gpu_seconds = 0, warm_gpu_seconds = 0;  ///< medians; 0 without a real GPU, as is what follows
  std::uint64_t eager_gpu_bytes = 0, capture_gpu_bytes = 0;
};

/// In the order in which pairs were first measured.
std::vector<PairOverhead> overhead_of(const std::vector<Sample>& samples);

/// A method over the models of a family: for each repetition the geometric mean of their ratios to eager.
struct FamilyOverhead {
  std::string family;
  MethodId method = MethodId::kMakeFx;
  Device device = Device::kCpu;
  Estimate cold_ratio, warm_ratio;
  /// Models with ratios, of all of the family in the bench by any method: two methods that were measured on
  /// other models of it are not to be compared.
  std::size_t measured = 0, models = 0;
};

/// By family, then in the methods' order. Repetitions that a bench which was stopped has of some models only
/// are left out.
std::vector<FamilyOverhead> by_family(const std::vector<Sample>& samples);

/// What `changes` compares: the CPU seconds of each pair's captures, "CASE METHOD DEVICE cold" and "...
/// warm".
std::vector<Series> series_of(const std::vector<Sample>& samples);

}  // namespace assay::bench
