// Scaling: how a cost grows with the size of what it is paid for.
//
// cost(n) = fixed + factor * n^exponent, fitted to the least squared error relative to each measured cost: a
// timing's noise grows with it, and the largest size must not decide alone. Neither part is negative.
// The interval of the exponent is the profile likelihood's, by the F distribution. Beside the free exponent
// the three laws that people name, and none at all, are fitted in the same way; the one with the least
// corrected Akaike information criterion (AICc) fits best, and its Akaike weight says how much better than
// the others. What lies outside the measured sizes is not told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/words/enumerators.h"

namespace assay::bench {

struct Point {
  double size = 0;  ///< nodes, parameters: positive
  double cost = 0;  ///< seconds, instructions, bytes: positive
};

enum class Law : std::uint8_t { kConstant, kLinear, kLogLinear, kQuadratic };
inline constexpr auto kLawNames = enumerators<Law>({"constant", "n", "n log n", "n^2"});
inline std::string_view to_string(Law law) { return kLawNames[law]; }

struct Scaling {
  double exponent = 0;  ///< 0 where the best law is that the cost does not grow: a free one would be noise
  double low = 0, high = 0;  ///< 95 % interval of the exponent; within [0, kMostExponent], which is searched
  double fixed = 0;          ///< what is paid at any size, in the cost's unit
  double factor = 0;         ///< of n^exponent
  Law law = Law::kLinear;    ///< the best of the four
  double weight = 0;         ///< its Akaike weight among the four: 1/4 says nothing, 1 is certain
  double error = 0;          ///< of the free fit: root of the mean squared relative error
  std::size_t points = 0;
  bool grows() const { return law != Law::kConstant; }
};

inline constexpr std::size_t kLeastPoints = 5;
inline constexpr double kLeastSpan = 8;  ///< of the largest size to the smallest
inline constexpr double kMostExponent = 4;

/// Throws InputError for fewer than `kLeastPoints` different sizes, a span below `kLeastSpan`, or what is not
/// positive: an exponent of such points would be a guess.
Scaling scaling_of(const std::vector<Point>& points);

}  // namespace assay::bench
