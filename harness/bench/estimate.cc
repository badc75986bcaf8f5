// estimate: medians of resampled samples.
#include "harness/bench/estimate.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "harness/error/error.h"

namespace assay::bench {

namespace {

using Random = std::mt19937_64;

std::vector<double> resampled(std::span<const double> samples, Random& random) {
  std::uniform_int_distribution<std::size_t> position(0, samples.size() - 1);
  std::vector<double> drawn(samples.size());
  for (double& one : drawn) one = samples[position(random)];
  return drawn;
}

Estimate interval_of(double value, std::size_t count, const Bootstrap& bootstrap,
                     const std::function<double(Random&)>& draw) {
  Random random(bootstrap.seed);
  std::vector<double> drawn(bootstrap.resamples);
  for (double& one : drawn) one = draw(random);
  std::ranges::sort(drawn);
  const double tail = (1 - bootstrap.coverage) / 2;
  const auto last = static_cast<double>(drawn.size() - 1);
  return {.value = value,
          .low = drawn[static_cast<std::size_t>(std::floor(tail * last))],
          .high = drawn[static_cast<std::size_t>(std::ceil((1 - tail) * last))],
          .count = count};
}

}  // namespace

double median(std::vector<double> samples) {
  if (samples.empty()) return 0;
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::ranges::nth_element(samples, middle);
  if (samples.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(samples.begin(), middle)) / 2;
}

Estimate estimate(std::span<const double> samples, const Bootstrap& bootstrap) {
  if (samples.empty()) return {};
  return interval_of(median({samples.begin(), samples.end()}), samples.size(), bootstrap,
                     [&](Random& random) { return median(resampled(samples, random)); });
}

Estimate ratio(std::span<const double> of, std::span<const double> to, const Bootstrap& bootstrap) {
  if (of.empty() || to.empty()) return {};
  const double below = median({to.begin(), to.end()});
  if (below == 0)
    throw InputError({.what = "a ratio to nothing", .expected = "a median other than 0", .found = "0"});
  return interval_of(median({of.begin(), of.end()}) / below, std::min(of.size(), to.size()), bootstrap,
                     [&](Random& random) {
                       const double above = median(resampled(of, random));
                       return above / median(resampled(to, random));
                     });
}

}  // namespace assay::bench
