// Choices: compared with eager's choices after moves of its operators within their rounding.
#include "capture/judge/choices.h"

#include <algorithm>

#include "capture/judge/compare.h"

namespace assay::replay {

namespace {

struct Choices {
  std::size_t different = 0, unexplained = 0;
  bool explained() const {
    return static_cast<double>(unexplained) <= kUnexplained * static_cast<double>(different);
  }
};

// Whether a sample has `value` at this element. For equal values in any order: in the same row.
bool is_explained(double value, double eager, std::size_t at, std::size_t row,
                  const std::vector<Numbers>& tried) {
  std::set<double> here{eager};
  for (const Numbers& sample : tried) here.insert(sample[at]);
  if (here.contains(value)) return true;
  constexpr std::size_t kAnyOrder = 3;
  if (here.size() < kAnyOrder) return false;
  const std::size_t begin = at - at % row;
  return std::ranges::any_of(tried, [&](const Numbers& sample) {
    const auto first = sample.begin() + static_cast<std::ptrdiff_t>(begin);
    return std::find(first, first + static_cast<std::ptrdiff_t>(row), value) !=
           first + static_cast<std::ptrdiff_t>(row);
  });
}

Choices choices_in(const at::Tensor& eager, const at::Tensor& replay,
                   const std::vector<at::Tensor>& samples) {
  const Numbers one = numbers_of(eager), two = numbers_of(replay);
  std::vector<Numbers> tried;
  for (const at::Tensor& sample : samples) tried.push_back(numbers_of(sample));
  const auto row = static_cast<std::size_t>(eager.dim() > 0 ? eager.size(-1) : 1);
  Choices choices;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i] == two[i]) continue;
    ++choices.different;
    choices.unexplained += is_explained(two[i], one[i], i, row, tried) ? 0 : 1;
  }
  return choices;
}

// Samples as tensors of eager's shape, and whether any sample has another shape.
struct Samples {
  std::vector<at::Tensor> alike = {};
  bool reshaped = false;
};

Samples samples_like(const at::Tensor& eager, const std::vector<c10::IValue>& tried) {
  Samples samples;
  for (const c10::IValue& one : tried) {
    const at::Tensor tensor = as_tensor(one);
    if (is_like(eager, tensor))
      samples.alike.push_back(tensor);
    else
      samples.reshaped = true;
  }
  return samples;
}

std::vector<c10::IValue> tried_of(const Disturbed& disturbed, const Subject& subject) {
  return disturbed ? disturbed(subject, kFlips) : std::vector<c10::IValue>{};
}

}  // namespace

Opinion of_shapes(const Pairing& narrow, const Terms& terms) {
  const at::Tensor eager = as_tensor(narrow.eager);
  const Samples samples = samples_like(eager, tried_of(terms.narrow, narrow.subject));
  const auto size = static_cast<std::size_t>(eager.numel());
  return samples.reshaped ? tie(size, size, terms) : another_program("rounding does not change the shape");
}

Opinion of_choices(const Pairing& narrow, const Pairing* wide, const Terms& terms) {
  const at::Tensor eager = as_tensor(narrow.eager), replay = as_tensor(narrow.replay);
  const auto size = static_cast<std::size_t>(eager.numel());
  std::vector<at::Tensor> samples = samples_like(eager, tried_of(terms.narrow, narrow.subject)).alike;
  if (wide != nullptr) {
    const at::Tensor truth = as_tensor(wide->eager), graph = as_tensor(wide->replay);
    if (!is_like(eager, truth) || !is_like(eager, graph)) return of_shapes(narrow, terms);
    const Samples in_double = samples_like(truth, tried_of(terms.wide, narrow.subject));
    if (!choices_in(truth, graph, in_double.alike).explained())
      return another_program("in float64 " + compare(truth, graph).message);
    if (terms.policies.contains(ReplayPolicy::kKeptPrecision) && compare(truth, replay).bitwise) {
      Opinion opinion = same_program();
      opinion.policies.push_back(ReplayPolicy::kKeptPrecision);
      return opinion;
    }
    samples.push_back(truth);
    samples.insert(samples.end(), in_double.alike.begin(), in_double.alike.end());
  }
  const Choices choices = choices_in(eager, replay, samples);
  if (choices.explained()) return tie(choices.different, size, terms);
  return another_program("float64 shows no tie: rounding changes none of " +
                         share_text(choices.unexplained, size));
}

bool are_rounded(const Pairing& narrow, const std::vector<c10::IValue>& tried) {
  const at::Tensor eager = as_tensor(narrow.eager), replay = as_tensor(narrow.replay);
  return !is_like(eager, replay) || choices_in(eager, replay, samples_like(eager, tried).alike).explained();
}

}  // namespace assay::replay
