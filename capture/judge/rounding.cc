// Rounding: groups of elements by magnitude, and root mean squares over them.
#include "capture/judge/rounding.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "capture/side_by_side/likeness.h"

namespace assay::replay {
namespace {

constexpr double kBinadesOfGroup = 6;
constexpr double kNearZero = 0.1;  // of the nonzero elements: these may be the remainder of a sum

double near_zero(std::vector<double> magnitudes) {
  std::erase(magnitudes, 0.0);
  if (magnitudes.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(kNearZero * static_cast<double>(magnitudes.size()));
  std::ranges::nth_element(magnitudes, magnitudes.begin() + at);
  return magnitudes[static_cast<std::size_t>(at)];
}

template <typename OfElement>
std::vector<double> mean_squares(const Magnitudes& groups, std::size_t size, OfElement of_element) {
  std::vector<double> sums(groups.groups(), 0.0), counts(groups.groups(), 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t group = groups.group_of(i);
    if (group == Magnitudes::kNone) continue;
    const double one = of_element(i);
    sums[group] += one * one;
    counts[group] += 1;
  }
  for (std::size_t g = 0; g < sums.size(); ++g) sums[g] = std::sqrt(sums[g] / std::max(counts[g], 1.0));
  return sums;
}

}  // namespace

Numbers numbers_of(const at::Tensor& tensor) {
  const at::Tensor elements = as_doubles(tensor);
  const auto* first = elements.const_data_ptr<double>();
  return {first, first + elements.numel()};
}

bool is_half(at::ScalarType type) {
  return type == at::kHalf || type == at::kBFloat16 || type == at::kComplexHalf;
}

double last_place(double magnitude, double rounding) {
  return magnitude == 0 ? 0 : 2 * rounding * std::exp2(std::floor(std::log2(magnitude)));
}

double tiny_of(at::ScalarType type) {
  if (type == at::kHalf || type == at::kComplexHalf) return 0x1p-25;
  if (type == at::kBFloat16) return 0x1p-134;
  return type == at::kDouble || type == at::kComplexDouble ? 0 : 0x1p-150;
}

double rounding_of(at::ScalarType type) {
  if (type == at::kHalf || type == at::kComplexHalf) return 0x1p-11;
  if (type == at::kBFloat16) return 0x1p-8;
  return type == at::kDouble || type == at::kComplexDouble ? 0x1p-53 : 0x1p-24;
}

Magnitudes::Magnitudes(const Numbers& truth, const std::vector<const Numbers*>& others)
    : groups_(truth.size(), kNone), scales_(truth.size(), 0.0) {
  std::vector<double> finite;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const bool counts = std::isfinite(truth[i]) && std::ranges::all_of(others, [&](const Numbers* other) {
                          return std::isfinite((*other)[i]);
                        });
    if (!counts) continue;
    groups_[i] = 0;
    scales_[i] = std::max(std::abs(truth[i]), others.empty() ? 0.0 : std::abs((*others.front())[i]));
    finite.push_back(scales_[i]);
  }
  const double least = near_zero(std::move(finite));
  std::map<double, std::size_t> known;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (groups_[i] == kNone) continue;
    scales_[i] = std::max(scales_[i], least);
    const double binade = scales_[i] > 0 ? std::floor(std::log2(scales_[i] / least) / kBinadesOfGroup) : 0;
    groups_[i] = known.emplace(binade, known.size()).first->second;
  }
  typical_.resize(known.size());
  counts_.resize(known.size());
  for (const std::size_t group : groups_)
    if (group != kNone) ++counts_[group];
  typical_ = mean_squares(*this, truth.size(), [&](std::size_t i) { return scales_[i]; });
}

std::vector<double> errors_of(const Magnitudes& groups, const Numbers& truth, const Numbers& value) {
  return mean_squares(groups, truth.size(), [&](std::size_t i) { return value[i] - truth[i]; });
}

std::vector<double> excess_of(const Magnitudes& groups, const Numbers& truth, const Numbers& value,
                              double rounding) {
  return mean_squares(groups, truth.size(), [&](std::size_t i) {
    const double unit = last_place(groups.scale(i), rounding);
    return unit == 0 ? 0.0 : std::max(0.0, std::abs(value[i] - truth[i]) / unit - 0.5);
  });
}

}  // namespace assay::replay
