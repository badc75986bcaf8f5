// Double precision: the distance between two programs that run in it.
#include "capture/judge/double_precision.h"

#include <algorithm>
#include <cmath>

#include <ATen/ATen.h>

#include "capture/judge/choices.h"
#include "capture/judge/compare.h"
#include "capture/judge/fractions.h"
#include "capture/side_by_side/likeness.h"

namespace assay::replay {

namespace {

bool is_narrow(at::ScalarType type) {
  return type == at::kFloat || type == at::kHalf || type == at::kBFloat16 || type == at::kComplexFloat ||
         type == at::kComplexHalf;
}

// Whether a value has the accuracy of a program in double precision.
bool is_as_exact(const at::Tensor& eager, const at::Tensor& truth) {
  const Numbers value = numbers_of(eager), exact = numbers_of(truth);
  const Magnitudes groups(exact, {&value});
  const std::vector<double> errors = errors_of(groups, exact, value);
  for (std::size_t g = 0; g < groups.groups(); ++g)
    if (errors[g] > kMostTimes * rounding_of(at::kDouble) * groups.typical(g)) return false;
  return true;
}

}  // namespace

Opinion opinion_on(const Pairing& narrow, const Pairing& wide, const Terms& terms) {
  const at::Tensor eager = as_tensor(narrow.eager), replay = as_tensor(narrow.replay);
  if (!eager.defined() || !replay.defined() || eager.scalar_type() != replay.scalar_type() ||
      eager.layout() != replay.layout()) {
    const Closeness closeness = compare(wide.eager, wide.replay);
    return closeness.bitwise && !eager.defined() ? same_program()
                                                 : another_program("in float64 " + closeness.message);
  }
  const at::Tensor truth = as_tensor(wide.eager), graph = as_tensor(wide.replay);
  if (!truth.defined() || !graph.defined()) return no_opinion("there is no such value in float64");
  if (!is_like(eager, replay)) return of_shapes(narrow, terms);
  const at::ScalarType type = eager.scalar_type();
  if (!at::isFloatingType(type) && !at::isComplexType(type)) return of_choices(narrow, &wide, terms);
  if (!is_like(truth, graph)) return another_program("in float64 " + compare(truth, graph).message);
  if (!is_like(eager, truth)) return no_opinion("eager has another shape in float64");
  if (!is_narrow(type) && compare(eager, truth).bitwise && compare(replay, graph).bitwise)
    return of_doubles(narrow, terms);
  const Values values{eager, replay, truth, graph};
  const bool is_own = is_narrow(type) || is_as_exact(eager, truth);
  return of_fractions(narrow.subject, values, is_own ? type : at::kFloat, terms);
}

Opinion opinion_without(const std::optional<c10::IValue>& reference, const Pairing& narrow,
                        const Terms& terms) {
  const at::Tensor eager = as_tensor(narrow.eager), replay = as_tensor(narrow.replay);
  if (!eager.defined() || !replay.defined() || eager.scalar_type() != replay.scalar_type())
    return another_program("they are of other types");
  if (!is_like(eager, replay)) return of_shapes(narrow, terms);
  const at::ScalarType type = eager.scalar_type();
  if (!at::isFloatingType(type) && !at::isComplexType(type)) return of_choices(narrow, nullptr, terms);
  const Numbers one = numbers_of(eager), two = numbers_of(replay);
  const Magnitudes groups(one, {&two});
  const at::Tensor truth = reference ? as_tensor(*reference) : at::Tensor();
  const bool has_truth = is_like(eager, truth);
  const std::vector<double> errors =
      has_truth ? errors_of(groups, numbers_of(truth), one) : std::vector<double>(groups.groups(), 0.0);
  const std::vector<Numbers> tried = numbers_of(
      terms.narrow ? terms.narrow(narrow.subject, kSamples) : std::vector<c10::IValue>{}, one.size());
  if (!has_truth && tried.empty()) return no_opinion("eager's own rounding cannot be tried");
  const std::vector<double> apart = errors_of(groups, one, two), moves = moves_of(groups, one, tried);
  double worst = 1;
  for (std::size_t g = 0; g < groups.groups(); ++g) {
    const double least = rounding_of(type) * groups.typical(g);
    const double error = std::min(errors[g], tried.empty() ? errors[g] : kSampled * moves[g] + least);
    if (apart[g] > std::max(kMostTimes * (error + least), kSampled * moves[g]))
      return another_program("it is " + three_digits(apart[g] / (error + least)) +
                             " times as far from eager as rounding makes eager");
    worst = std::max(worst, apart[g] / (error + least));
  }
  for (std::size_t i = 0; i < one.size(); ++i)
    if (groups.group_of(i) == Magnitudes::kNone && !same_number(one[i], two[i]))
      return another_program("the replay has other infinities");
  return same_program(worst);
}

bool is_within_rounding(const c10::IValue& from, const c10::IValue& value,
                        const std::vector<c10::IValue>& samples) {
  const at::Tensor one = as_tensor(from), two = as_tensor(value);
  if (!is_like(one, two) || !(at::isFloatingType(one.scalar_type()) || at::isComplexType(one.scalar_type())))
    return false;
  const Numbers here = numbers_of(one), there = numbers_of(two);
  const std::vector<Numbers> tried = numbers_of(samples, here.size());
  if (tried.empty()) return false;
  const Magnitudes groups(here, {&there});
  const std::vector<double> apart = errors_of(groups, here, there), moves = moves_of(groups, here, tried);
  for (std::size_t g = 0; g < groups.groups(); ++g)
    if (apart[g] > kSampled * moves[g]) return false;
  return true;
}

}  // namespace assay::replay
