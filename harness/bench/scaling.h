// scaling_of: how a cost grows with size.
//
// Fits cost(n) = fixed + factor * n^exponent by least squares of relative errors. Timing noise grows with the
// time, and the largest size must not dominate. Neither part is negative. The exponent's interval comes from
// the profile likelihood, by the F distribution. The laws constant, n, n log n and n^2 are fitted in the same
// way. The best law has the least corrected Akaike information criterion (AICc), and its Akaike weight rates
// it against the others. Makes no claim outside the measured sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "harness/words/enumerators.h"

namespace assay::bench {

struct Point {
  double size = 0;  ///< nodes, parameters; positive
  double cost = 0;  ///< seconds, instructions, bytes; positive
};

enum class Law : std::uint8_t { kConstant, kLinear, kLogLinear, kQuadratic };
inline constexpr auto kLawNames = enumerators<Law>({"constant", "n", "n log n", "n^2"});
inline std::string_view to_string(Law law) { return kLawNames[law]; }

struct Scaling {
  double exponent = 0;       ///< 0 if the best law is kConstant, since a fitted exponent would be noise
  double low = 0, high = 0;  ///< 95 % interval of the exponent, within the searched [0, kMostExponent]
  double fixed = 0;          ///< cost at any size
  double factor = 0;         ///< of n^exponent
  Law law = Law::kLinear;    ///< the best of the four
  double weight = 0;         ///< its Akaike weight among the four: 1/4 is undecided, 1 is certain
  double error = 0;          ///< root mean square of the relative errors of the free fit
  std::size_t points = 0;
  bool grows() const { return law != Law::kConstant; }
};

inline constexpr std::size_t kLeastPoints = 5;
inline constexpr double kLeastSpan = 8;  ///< largest size / smallest size
inline constexpr double kMostExponent = 4;

/// InputError for fewer than `kLeastPoints` different sizes, a span below `kLeastSpan`, or a value that is
/// not positive: their exponent would be a guess.
Scaling scaling_of(const std::vector<Point>& points);

}  // namespace assay::bench
