// Rounding: errors of a value against the truth, by elements of like magnitude.
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/core/Tensor.h>

namespace assay::replay {

/// The elements of a tensor with values, in contiguous order; a complex one is two numbers.
using Numbers = std::vector<double>;
Numbers numbers_of(const at::Tensor& tensor);

/// The largest relative error of one rounding in this type: half a unit in the last place.
double rounding_of(at::ScalarType type);
/// Half of its smallest number that is not zero.
double tiny_of(at::ScalarType type);
/// The unit in the last place of a number of this magnitude; 0 of 0.
double last_place(double magnitude, double rounding);
/// float16 and bfloat16, whose kernels compute in single precision and round once.
bool is_half(at::ScalarType type);

/// The elements of a value in groups: those of one group differ by a factor of 64 at most, so that neither a
/// mask of -1e9 nor one large row hides an error in another. An element near zero belongs to the lowest group
/// that many others are in, since it may be what a sum of these leaves. Elements that are not finite on all
/// sides belong to none.
class Magnitudes {
 public:
  /// `others` have the size of `truth`.
  Magnitudes(const Numbers& truth, const std::vector<const Numbers*>& others);

  static constexpr std::size_t kNone = SIZE_MAX;
  std::size_t groups() const { return typical_.size(); }
  std::size_t group_of(std::size_t element) const { return groups_[element]; }
  /// That of the element, or of the lowest tenth where it is nearer to zero.
  double scale(std::size_t element) const { return scales_[element]; }
  std::size_t count(std::size_t group) const { return counts_[group]; }
  /// The root mean square of the scales of a group.
  double typical(std::size_t group) const { return typical_[group]; }

 private:
  std::vector<std::size_t> groups_, counts_;
  std::vector<double> scales_, typical_;
};

/// By group, the root mean square of the errors of `value`.
std::vector<double> errors_of(const Magnitudes& groups, const Numbers& truth, const Numbers& value);

/// By group, the root mean square, in units in the last place of each element, of what errors exceed the half
/// that the last rounding explains.
std::vector<double> excess_of(const Magnitudes& groups, const Numbers& truth, const Numbers& value,
                              double rounding);

}  // namespace assay::replay
