// Growth: how a method's cost grows with model size, from the samples of a scaling bench.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/bench/samples.h"
#include "harness/bench/scaling.h"

namespace assay::bench {

/// Model sizes, each about twice the previous: 10, 20, 50, .. 100,000.
std::vector<std::uint64_t> scaling_sizes();
/// "residual/200": the case id of a family and size, and the size of such an id.
std::string scaling_case(const std::string& family, std::uint64_t size);
std::optional<std::uint64_t> size_of_case(const std::string& case_id);

struct Growth {
  std::string family;
  MethodId method = MethodId::kMakeFx;
  Device device = Device::kCpu;
  std::vector<Point> points;       ///< model size and median CPU seconds of the warm capture
  std::optional<Scaling> scaling;  ///< nothing for too few sizes
  std::string stopped;  ///< why no larger model was captured: "at 20,000: raises .."; empty: no failure
};

/// Whether to continue with larger models: no capture failed, and the largest took less than `limit_seconds`.
bool goes_on(const Growth& growth, double limit_seconds);

/// By family, then in order of methods. Ignores samples of cases without a size.
std::vector<Growth> growth_of(const std::vector<Sample>& samples);

}  // namespace assay::bench
