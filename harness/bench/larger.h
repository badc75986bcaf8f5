// Larger: whether the samples of one side tend to be larger than those of the other, by their ranks alone.
//
// The Mann-Whitney U test, one-sided, with Cliff's delta for how large the difference is. Ties count half.
#pragma once

#include <cstddef>
#include <span>

namespace assay::bench {

struct Larger {
  /// How likely ranks as far apart or farther are if both sides were drawn alike. Exact, ties included, up to
  /// `kExact` samples in all; above, from the normal distribution with a correction for ties.
  double p = 1;
  /// The share of pairs in which `these` is larger less the share in which it is smaller: -1 to 1.
  double delta = 0;
};

inline constexpr std::size_t kExact = 60;

/// Whether `these` tend to be larger than `those`. Nothing is known of an empty side: p = 1.
Larger larger(std::span<const double> these, std::span<const double> those);

/// The least p that so many samples can give: where it is above the level asked for, no data can show it.
double least_p(std::size_t these, std::size_t those);

}  // namespace assay::bench
