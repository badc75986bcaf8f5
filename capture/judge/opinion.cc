// Opinion: its constructors, and samples of a value under other rounding.
#include "capture/judge/opinion.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <ATen/ATen.h>

namespace assay::replay {

std::string share_text(std::size_t part, std::size_t whole) {
  return std::to_string(part) + " of " + std::to_string(whole) + " elements";
}

std::string three_digits(double number) {
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 3).ptr;
  return {text.data(), end};
}

Opinion no_opinion(std::string why) { return {.says = InDouble::kUnknown, .why = std::move(why)}; }
Opinion another_program(std::string why) { return {.says = InDouble::kOther, .why = std::move(why)}; }
Opinion same_program(double precision) { return {.says = InDouble::kSame, .precision = precision}; }

Opinion in_doubt(DoubtKind kind, std::size_t part, std::size_t whole, const std::string& why) {
  return {.says = InDouble::kDoubt,
          .why = share_text(part, whole) + ": " + why,
          .doubt = Doubt{kind, part, whole}};
}

// A tie is no difference under the policy order_of_equals.
Opinion tie(std::size_t part, std::size_t whole, const Terms& terms) {
  if (!terms.policies.contains(ReplayPolicy::kOrderOfEquals))
    return in_doubt(DoubtKind::kTie, part, whole, "rounding changes them in eager, too");
  Opinion opinion = same_program();
  opinion.policies.push_back(ReplayPolicy::kOrderOfEquals);
  return opinion;
}

at::Tensor as_tensor(const c10::IValue& value) {
  if (value.isTensor()) return value.toTensor();
  if (value.isBool()) return at::scalar_tensor(value.toBool(), at::kBool);
  if (value.isInt()) return at::scalar_tensor(value.toInt(), at::kLong);
  return value.isDouble() ? at::scalar_tensor(value.toDouble(), at::kDouble) : at::Tensor();
}

bool is_like(const at::Tensor& one, const at::Tensor& two) {
  return one.defined() && two.defined() && one.sizes() == two.sizes() && !one.is_meta() && !two.is_meta();
}

std::vector<Numbers> numbers_of(const std::vector<c10::IValue>& samples, std::size_t size) {
  std::vector<Numbers> numbers;
  for (const c10::IValue& sample : samples) {
    const at::Tensor tensor = as_tensor(sample);
    if (!tensor.defined() || tensor.is_meta()) continue;
    Numbers one = numbers_of(tensor);
    if (one.size() == size) numbers.push_back(std::move(one));
  }
  return numbers;
}

std::vector<double> moves_of(const Magnitudes& groups, const Numbers& value,
                             const std::vector<Numbers>& samples) {
  std::vector<double> most(groups.groups(), 0.0);
  for (const Numbers& sample : samples) {
    const std::vector<double> moves = errors_of(groups, value, sample);
    for (std::size_t g = 0; g < most.size(); ++g)
      if (std::isfinite(moves[g])) most[g] = std::max(most[g], moves[g]);
  }
  return most;
}

}  // namespace assay::replay
