// Growth: how each method's cost grows over models of a stated size, from the samples of a scaling bench.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/samples.h"
#include "harness/bench/scaling.h"

namespace assay::bench {

/// Sizes of the models, each about twice the one before: 10, 20, 50, .. 100,000.
std::vector<std::uint64_t> scaling_sizes();
/// "residual/200": the id of a model of a family, and what is behind its slash.
std::string scaling_case(const std::string& family, std::uint64_t size);
std::optional<std::uint64_t> size_of_case(const std::string& case_id);

struct Growth {
  std::string family;
  MethodId method = MethodId::kMakeFx;
  Device device = Device::kCpu;
  std::vector<Point> points;       ///< size and CPU seconds of the warm capture, the median of its samples
  std::optional<Scaling> scaling;  ///< none for too few sizes
  std::string stopped;  ///< why no larger model was captured: "raises at 20,000: .."; empty at the last size
};

/// Whether the method is to be tried on larger models: not where a capture failed, or took `limit_seconds`.
bool goes_on(const Growth& growth, double limit_seconds);

/// By family, then in the methods' order. Samples of cases that have no size are not in it.
std::vector<Growth> growth_of(const std::vector<Sample>& samples);

}  // namespace assay::bench
