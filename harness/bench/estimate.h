// Estimate: a median with the interval in which the true one lies, 95 times in 100.
//
// Timings are skewed and have far outliers, so nothing here assumes a normal distribution: the interval is
// the percentile bootstrap's. Its draws are seeded, equal samples have equal estimates. Below six samples it
// is no wider than the samples themselves and covers less than it says (15 times in 16 with five).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::bench {

struct Estimate {
  double value = 0;       ///< the median of the samples
  double low = 0;         ///< 2.5 percent of the resampled medians are below it
  double high = 0;        ///< 2.5 percent are above it
  std::size_t count = 0;  ///< of samples; 0: nothing is known, and all figures are 0
};

/// How an interval is drawn.
struct Bootstrap {
  std::size_t resamples = 2000;
  double coverage = 0.95;
  std::uint64_t seed = 1;
};

/// The middle of `samples`, the mean of both where there are two; 0 of none.
double median(std::vector<double> samples);

Estimate estimate(std::span<const double> samples, const Bootstrap& bootstrap = {});

/// The ratio of two medians, whose samples were taken apart: each side is resampled for itself. Throws
/// InputError where the denominator's median is 0.
Estimate ratio(std::span<const double> of, std::span<const double> to, const Bootstrap& bootstrap = {});

}  // namespace assay::bench
