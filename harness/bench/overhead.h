// Overhead: the costs of each pair, and of the models of a family by method, from the samples of a bench.
//
// Times are CPU times, since wall times include the load of other processes. Each child measures eager beside
// its own captures, and ratios are within a child. So effects such as a slow core or a cold cache are on both
// sides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/change.h"
#include "harness/bench/estimate.h"
#include "harness/bench/samples.h"

namespace assay::bench {

/// The phases of a capture, in order.
struct PhaseSeconds {
  double trace = 0;  ///< the rest: time outside all other phases
  double decompose = 0, partition = 0, observe = 0, walk = 0, write = 0;
};

/// A pair. Without time samples all estimates have count 0.
struct PairOverhead {
  PairId pair;
  std::string family;
  std::uint64_t nodes = 0;
  Outcome outcome = Outcome::kCaptured;  ///< the first failure, with its reason in `why`
  std::string why;
  Estimate eager_forward, eager, cold, warm;  ///< seconds
  Estimate cold_ratio, warm_ratio;            ///< relative to eager; count 0 on the phantom
  PhaseSeconds phases;                        ///< of the warm capture; medians
  std::uint64_t warm_instructions = 0;        ///< median; 0: no counter
  std::uint64_t eager_bytes = 0, capture_bytes = 0;
  double eager_gpu_seconds = 0, warm_gpu_seconds = 0;  ///< medians; GPU figures are 0 without a real GPU
  std::uint64_t eager_gpu_bytes = 0, capture_gpu_bytes = 0;
};

/// In order of each pair's first sample.
std::vector<PairOverhead> overhead_of(const std::vector<Sample>& samples);

/// A method over the models of a family: per repetition, the geometric mean of their ratios to eager.
struct FamilyOverhead {
  std::string family;
  MethodId method = MethodId::kMakeFx;
  Device device = Device::kCpu;
  Estimate cold_ratio, warm_ratio;
  /// Number of models with ratios, and of all the family's models in the bench by any method. Methods
  /// measured on different models of the family are not comparable.
  std::size_t measured = 0, models = 0;
};

/// By family, then in order of methods. Excludes repetitions that a stopped bench measured on some models
/// only.
std::vector<FamilyOverhead> by_family(const std::vector<Sample>& samples);

/// The input of `changes`: CPU seconds of each pair's captures, as "CASE METHOD DEVICE cold" and "... warm".
std::vector<Series> series_of(const std::vector<Sample>& samples);

}  // namespace assay::bench
