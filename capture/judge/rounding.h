// Rounding: errors of a value against the truth, grouped by magnitude of the elements.
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/core/Tensor.h>

namespace assay::replay {

/// The elements of a tensor with values, in contiguous order. A complex element is two numbers.
using Numbers = std::vector<double>;
Numbers numbers_of(const at::Tensor& tensor);

/// The largest relative error of a single rounding in this type: half a unit in the last place.
double rounding_of(at::ScalarType type);
/// Half of the smallest nonzero number of this type.
double tiny_of(at::ScalarType type);
/// The unit in the last place of a number of this magnitude; 0 for 0.
double last_place(double magnitude, double rounding);
/// Whether the type is float16 or bfloat16, whose kernels compute in single precision and round once.
bool is_half(at::ScalarType type);

/// Groups the elements of a value. Within a group they differ by a factor of at most 64. A mask of -1e9 or a
/// large row therefore hides no error elsewhere. An element near zero joins the lowest group that has many
/// others, because it may be the remainder of a sum of these. Elements that are not finite on all sides
/// belong to no group.
class Magnitudes {
 public:
  /// `others` have the size of `truth`.
  Magnitudes(const Numbers& truth, const std::vector<const Numbers*>& others);

  static constexpr std::size_t kNone = SIZE_MAX;
  std::size_t groups() const { return typical_.size(); }
  std::size_t group_of(std::size_t element) const { return groups_[element]; }
  /// The magnitude of the element, or of the lowest tenth if the element is nearer to zero.
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

/// By group, the root mean square of the errors beyond the half unit that the last rounding explains. In
/// units in the last place of each element.
std::vector<double> excess_of(const Magnitudes& groups, const Numbers& truth, const Numbers& value,
                              double rounding);

}  // namespace assay::replay
