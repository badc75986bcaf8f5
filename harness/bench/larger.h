// larger: whether the samples of one side tend to be larger than those of the other, by ranks alone.
//
// A one-sided Mann-Whitney U test, with Cliff's delta as effect size. Ties count half.
#pragma once

#include <cstddef>
#include <span>

namespace assay::bench {

struct Larger {
  /// The probability of at least this rank difference under equal distributions. Exact, with ties, up to
  /// `kExact` samples in total. Above that, a normal approximation with tie correction.
  double p = 1;
  /// The share of pairs in which `these` is larger, minus the share in which it is smaller: -1 to 1.
  double delta = 0;
};

inline constexpr std::size_t kExact = 60;

/// Whether `these` tend to be larger than `those`. p = 1 for an empty side.
Larger larger(std::span<const double> these, std::span<const double> those);

/// The smallest possible p for these sample counts. Above the significance level, no data can be significant.
double least_p(std::size_t these, std::size_t those);

}  // namespace assay::bench
