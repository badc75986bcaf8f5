// Fractions: first agreement in double precision, then the rounding of each side.
#include "capture/judge/fractions.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "capture/judge/compare.h"
#include "capture/side_by_side/likeness.h"

namespace assay::replay {

namespace {

// Two values agree in double precision if they differ by at most this share of the element,
constexpr double kAgreement = 1e-9;
// or by this share of the terms whose sum leaves an element near zero,
constexpr double kLeftOver = 0x1p-46;
// or by this share of the error in the narrow type.
constexpr double kShrunk = 1e-6;
// Rounding in double precision may move an element by this share of its scale. Beyond it nothing is decided.
constexpr double kTrusted = 1e-6;
// Above this share of the scale, rounding in double precision alone determines the value.
constexpr double kSaturated = 0.1;
// In units in the last place, beyond half a unit: the error of a value rounded once.
constexpr double kExactly = 0x1p-8;
// The same error for a tensor of elements rounded once, a few of them previously in single precision.
constexpr double kOnce = 0x1p-6;
// In the same units: the least distance between two distinct neighbours.
constexpr double kMostOfOne = 0.75;
// Ratio of errors in single precision to errors in double precision.
constexpr double kSingleByDouble = 0x1p29;
// At most this share of a group may stray. If more elements do, eager rounds worse.
constexpr double kStray = 0.125;
// At least this share of the squared errors comes from one factor.
constexpr double kShared = 0.9;
constexpr std::size_t kManyElements = 16;
// With fewer elements, either program may be exact by chance.
constexpr std::size_t kFewElements = 8;

class Fractions {
 public:
  Fractions(const Subject& subject, const Values& values, at::ScalarType type, const Terms& terms)
      : subject_(subject),
        values_(values),
        terms_(terms),
        rounding_(rounding_of(type)),
        tiny_(tiny_of(type)),
        half_(is_half(type)),
        eager_(numbers_of(values.eager)),
        replay_(numbers_of(values.replay)),
        truth_(numbers_of(values.truth)),
        graph_(numbers_of(values.graph)),
        groups_(truth_, {&eager_, &replay_, &graph_}),
        of_eager_(errors_of(groups_, truth_, eager_)),
        of_replay_(errors_of(groups_, truth_, replay_)) {}

  Opinion opinion() {
    if (auto infinite = of_infinities()) return *infinite;
    const std::optional<Opinion> apart = of_agreement();
    if (apart && apart->says != InDouble::kOther) return *apart;
    if (auto untrusted = of_trust()) return *untrusted;  // a program may ask for the type in which it runs
    return apart ? *apart : of_rounding();
  }

 private:
  std::optional<Opinion> of_infinities();
  std::optional<Opinion> of_agreement();
  std::optional<Opinion> of_apart(const std::vector<std::size_t>& apart) const;
  std::optional<Opinion> of_trust();
  std::size_t overflows(std::size_t group);
  std::optional<Opinion> of_worse(std::size_t group, bool is_blurred);
  std::optional<Opinion> of_kept(std::size_t group);
  std::optional<Opinion> of_group(std::size_t group);
  Opinion of_rounding();
  bool agrees(std::size_t element);
  bool is_chance(std::size_t group);
  bool is_shared(const Numbers& value) const;
  std::size_t stray(std::size_t group);
  // How many elements of a group are farther apart than `bound_of` the element.
  template <typename BoundOf>
  std::size_t count_beyond(std::size_t group, const Numbers& from, const Numbers& value,
                           BoundOf bound_of) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < from.size(); ++i)
      count += groups_.group_of(i) == group && std::abs(value[i] - from[i]) > bound_of(i) ? 1 : 0;
    return count;
  }
  bool leaves_rounding(std::size_t group) const;
  // The root mean square of the truth.
  double signal(std::size_t group) const {
    return errors_of(groups_, Numbers(truth_.size(), 0.0), truth_)[group];
  }
  std::vector<Numbers> tried_by(const Disturbed& disturbed) const;
  const std::vector<Numbers>& samples();
  const std::vector<double>& moves();
  // The root mean square of one rounding.
  double least(std::size_t group) const {
    return std::max(rounding_ * groups_.typical(group) / std::numbers::sqrt3, tiny_);
  }
  std::size_t jumps(std::size_t group, const Numbers& from, const Numbers& value, bool is_blurred) const;
  bool is_worse(std::size_t group, const std::vector<double>& errors,
                const std::vector<double>& others) const {
    return errors[group] > kMostTimes * (others[group] + least(group));
  }
  // One side rounds once, the other more often. With many elements that is not chance.
  bool is_less_exact(std::size_t group, const std::vector<double>& excess,
                     const std::vector<double>& others) const {
    return half_ && groups_.count(group) >= kManyElements && others[group] <= kOnce &&
           excess[group] > kMostTimes * std::max(others[group], kExactly);
  }
  double times(std::size_t group) const {
    return std::max({of_replay_[group] + least(group), excuse_[group], 1e-300}) /
           std::max({of_eager_[group] + least(group), excuse_[group], 1e-300});
  }

  const Subject& subject_;
  const Values& values_;
  const Terms& terms_;
  const double rounding_, tiny_;
  const bool half_;
  const Numbers eager_, replay_, truth_, graph_;
  const Magnitudes groups_;
  const std::vector<double> of_eager_, of_replay_;
  std::vector<Numbers> samples_;
  std::optional<std::vector<double>> moves_;
  std::set<ReplayPolicy> policies_;
  std::vector<double> excess_eager_, excess_replay_;
  std::vector<double> excuse_;  // by group: rounding that is tried, if it was needed
  std::size_t tied_ = 0;
};

std::optional<Opinion> Fractions::of_infinities() {
  std::size_t overflown = 0, others = 0, moved = 0;
  for (std::size_t i = 0; i < truth_.size(); ++i) {
    if (groups_.group_of(i) != Magnitudes::kNone) continue;
    const bool in_double = std::isfinite(truth_[i]) && std::isfinite(graph_[i]);
    if (!in_double && !same_number(truth_[i], graph_[i]))
      return another_program("in float64 " + compare(values_.truth, values_.graph).message);
    if (same_number(eager_[i], replay_[i])) continue;
    if (!std::isfinite(eager_[i]) && in_double) {
      ++overflown;
      continue;
    }
    ++others;
    const auto is_other = [&](const Numbers& sample) {
      return std::isinf(sample[i]) && sample[i] != eager_[i];
    };
    moved += std::isinf(eager_[i]) && std::ranges::any_of(samples(), is_other) ? 1 : 0;
  }
  if (2 * moved < others)
    return another_program("the replay has other infinities than eager, and than its own run in float64");
  if (others > 0)
    return in_doubt(DoubtKind::kChaos, others, truth_.size(),
                    "which infinity it is rounding decides in eager, too");
  if (overflown == 0) return std::nullopt;
  return in_doubt(DoubtKind::kChaos, overflown, truth_.size(), "eager overflows, and float64 does not");
}

bool Fractions::agrees(std::size_t i) {
  const std::size_t group = groups_.group_of(i);
  const double apart = std::abs(truth_[i] - graph_[i]);
  if (apart <= kAgreement * std::abs(truth_[i]) || apart <= kLeftOver * groups_.scale(i)) return true;
  if (apart <= kShrunk * std::max(of_eager_[group], of_replay_[group])) return true;
  const double single = rounding_of(at::kFloat);
  const double error = std::max(of_eager_[group], std::abs(eager_[i] - truth_[i]));
  const bool is_folded = terms_.policies.contains(ReplayPolicy::kFoldedConstants) &&
                         apart <= kMostTimes * single * (error / rounding_ + groups_.scale(i));
  if (is_folded) policies_.insert(ReplayPolicy::kFoldedConstants);
  return is_folded;
}

std::optional<Opinion> Fractions::of_agreement() {
  std::vector<std::size_t> apart;
  for (std::size_t i = 0; i < truth_.size(); ++i)
    if (groups_.group_of(i) != Magnitudes::kNone && !agrees(i)) apart.push_back(i);
  if (apart.empty()) return std::nullopt;
  return of_apart(apart);
}

// ProgramRun rounding in double precision. A difference that it explains means one program, or a computation
// too ill-conditioned to judge.
std::optional<Opinion> Fractions::of_apart(const std::vector<std::size_t>& apart) const {
  const Opinion another = another_program("in float64 " + compare(values_.truth, values_.graph).message);
  const std::vector<Numbers> tried = tried_by(terms_.wide);
  if (tried.empty()) return another;
  const std::vector<double> moves = moves_of(groups_, truth_, tried);
  std::size_t lost = 0;
  double farthest = 0;
  for (const std::size_t i : apart) {
    const std::size_t group = groups_.group_of(i);
    double reach = moves[group];
    for (const Numbers& sample : tried) reach = std::max(reach, std::abs(sample[i] - truth_[i]));
    const double parted = std::abs(truth_[i] - graph_[i]);
    const bool is_saturated = moves[group] > kSaturated * std::max(groups_.typical(group), parted);
    if (!is_saturated && !(parted <= reach)) return another;
    if (reach <= kTrusted * groups_.scale(i) || same_number(eager_[i], replay_[i])) continue;
    ++lost;
    farthest = std::max(farthest, of_eager_[group] / groups_.typical(group));
  }
  if (lost == 0) return std::nullopt;
  return in_doubt(DoubtKind::kChaos, lost, truth_.size(),
                  "eager itself is " + three_digits(farthest) +
                      " of its scale away from float64, which rounding alone decides, too");
}

std::vector<Numbers> Fractions::tried_by(const Disturbed& disturbed) const {
  return numbers_of(disturbed ? disturbed(subject_, kSamples) : std::vector<c10::IValue>{}, truth_.size());
}

const std::vector<Numbers>& Fractions::samples() {
  if (samples_.empty()) samples_ = tried_by(terms_.narrow);
  return samples_;
}

const std::vector<double>& Fractions::moves() {
  if (!moves_) moves_ = moves_of(groups_, eager_, samples());
  return *moves_;
}

// Eager's run in double precision is the truth only if rounding explains eager's distance from it.
std::optional<Opinion> Fractions::of_trust() {
  for (std::size_t g = 0; g < groups_.groups(); ++g) {
    if (of_eager_[g] <= std::sqrt(rounding_) * groups_.typical(g)) continue;
    if (const std::size_t lost = overflows(g); lost > 0)
      return in_doubt(DoubtKind::kChaos, lost, truth_.size(), "rounding makes eager overflow");
    if (of_eager_[g] <= kSampled * moves()[g] + kMostTimes * least(g)) continue;
    return no_opinion(
        "eager is far from its own run in float64: " + three_digits(of_eager_[g] / groups_.typical(g)) +
        " of its scale, of which rounding makes " + three_digits(moves()[g] / groups_.typical(g)));
  }
  return std::nullopt;
}

// How many elements of a group are inf or nan in some sample.
std::size_t Fractions::overflows(std::size_t group) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < truth_.size(); ++i)
    count += groups_.group_of(i) == group &&
             std::ranges::any_of(samples(), [&](const Numbers& sample) { return !std::isfinite(sample[i]); });
  return count;
}

// Whether a side's closeness to the truth is chance: only rounding is left, few elements, or one shared
// factor.
bool Fractions::is_chance(std::size_t group) {
  const double error = std::max(of_eager_[group], of_replay_[group]);
  const bool vanishes = signal(group) <= kShrunk * error, few = groups_.count(group) < kFewElements;
  return (vanishes || few || is_shared(eager_) || is_shared(replay_)) && error <= kSampled * moves()[group];
}

// Whether nearly all errors come from one factor, such as the norm of a vector. The elements then count as a
// single element.
bool Fractions::is_shared(const Numbers& value) const {
  double along = 0, across = 0, size = 0, errors = 0;
  for (std::size_t i = 0; i < truth_.size(); ++i) {
    if (groups_.group_of(i) == Magnitudes::kNone) continue;
    const double error = value[i] - truth_[i];
    along += error * truth_[i];
    size += truth_[i] * truth_[i];
    errors += error * error;
    // The other part of a complex number turns it.
    const std::size_t other = i ^ 1U;
    if (values_.eager.is_complex()) across += (i % 2 == 0 ? -1 : 1) * error * truth_[other];
  }
  return along * along + across * across >= kShared * size * errors;
}

// Whether only rounding is left, also in double precision relative to that precision.
bool Fractions::leaves_rounding(std::size_t group) const {
  const double left = errors_of(groups_, truth_, graph_)[group];
  return signal(group) <= kShrunk * of_replay_[group] &&
         of_replay_[group] <= kMostTimes * kSingleByDouble * left;
}

// How many elements of eager alone are far from the truth, if they are few and rounding that is tried moves
// some equally far. Rounding decides a choice there, and eager chose differently from the truth and the
// replay.
std::size_t Fractions::stray(std::size_t group) {
  const double bound = kMostTimes * (of_replay_[group] + least(group));
  const auto count = [&](const Numbers& from, const Numbers& value) {
    return static_cast<double>(count_beyond(group, from, value, [&](std::size_t) { return bound; }));
  };
  const double here = count(truth_, eager_);
  if (here > kStray * static_cast<double>(groups_.count(group))) return 0;
  double most = 0;
  for (const Numbers& sample : samples()) most = std::max(most, count(eager_, sample));
  return most >= kUnexplained * here ? static_cast<std::size_t>(here) : 0;
}

// How many elements of a group jump. `is_blurred`: by most of a unit in their last place, to count roundings.
// Otherwise: by more than eager's errors allow.
std::size_t Fractions::jumps(std::size_t group, const Numbers& from, const Numbers& value,
                             bool is_blurred) const {
  const double most = std::max(kMostTimes * (of_eager_[group] + least(group)), of_replay_[group]);
  return count_beyond(group, from, value, [&](std::size_t i) {
    return is_blurred ? kMostOfOne * last_place(groups_.scale(i), rounding_) : most;
  });
}

// The replay rounds worse: eager was lucky, rounding decides a choice, or a cast is lost.
std::optional<Opinion> Fractions::of_worse(std::size_t group, bool is_blurred) {
  const double error =
      is_blurred ? excess_replay_[group] * 2 * rounding_ * groups_.typical(group) : of_replay_[group];
  const Disturbed& disturbed = is_blurred ? terms_.kernels : terms_.narrow;
  const std::vector<Numbers> tried = is_blurred ? tried_by(disturbed) : samples();
  const std::vector<double> moved = moves_of(groups_, eager_, tried);
  if (error <= kSampled * moved[group] || leaves_rounding(group)) {
    excuse_[group] = std::max(moved[group], error) / kMostTimes;
    return std::nullopt;
  }
  const std::size_t here = jumps(group, truth_, replay_, is_blurred);
  std::size_t most = 0;
  for (const Numbers& sample : tried) most = std::max(most, jumps(group, eager_, sample, is_blurred));
  if (most > 0 && static_cast<double>(most) >= kUnexplained * static_cast<double>(here)) {
    tied_ += here;
    return std::nullopt;
  }
  return another_program("the same in float64, but it rounds " + three_digits(times(group)) +
                         " times worse than eager" +
                         (is_blurred ? ", which rounds once: a cast is lost" : ""));
}

// Eager rounds worse: a cast is missing, or the capture keeps precision.
std::optional<Opinion> Fractions::of_kept(std::size_t group) {
  if (is_chance(group)) {
    excuse_[group] = moves()[group] / kMostTimes;
    return std::nullopt;
  }
  if (const std::size_t here = stray(group); here > 0) {
    tied_ += here;
    excuse_[group] = of_eager_[group];
    return std::nullopt;
  }
  if (!terms_.policies.contains(ReplayPolicy::kKeptPrecision))
    return another_program("the same in float64, but eager rounds " + three_digits(1 / times(group)) +
                           " times worse: a cast is missing, or the policy kept_precision is not stated");
  policies_.insert(ReplayPolicy::kKeptPrecision);
  return std::nullopt;
}

std::optional<Opinion> Fractions::of_group(std::size_t group) {
  // No normal numbers: their terms have underflowed.
  if (groups_.typical(group) < tiny_ / rounding_) {
    excuse_[group] = std::max(of_eager_[group], of_replay_[group]);
    return std::nullopt;
  }
  if (is_less_exact(group, excess_replay_, excess_eager_)) return of_worse(group, true);
  if (is_worse(group, of_replay_, of_eager_)) return of_worse(group, false);
  const bool is_kept =
      is_worse(group, of_eager_, of_replay_) || is_less_exact(group, excess_eager_, excess_replay_);
  return is_kept ? of_kept(group) : std::nullopt;
}

Opinion Fractions::of_rounding() {
  excess_eager_ = excess_of(groups_, truth_, eager_, rounding_);
  excess_replay_ = excess_of(groups_, truth_, replay_, rounding_);
  excuse_.assign(groups_.groups(), 0.0);
  double worst = 1;
  for (std::size_t g = 0; g < groups_.groups(); ++g) {
    const auto weight = [](double one) { return std::max(one, 1 / one); };
    if (auto wrong = of_group(g)) return *wrong;
    if (weight(times(g)) > weight(worst)) worst = times(g);
  }
  Opinion opinion = tied_ > 0 ? tie(tied_, truth_.size(), terms_) : same_program(worst);
  opinion.policies.insert(opinion.policies.end(), policies_.begin(), policies_.end());
  return opinion;
}

}  // namespace

Opinion of_fractions(const Subject& subject, const Values& values, at::ScalarType type, const Terms& terms) {
  return Fractions(subject, values, type, terms).opinion();
}

Opinion of_doubles(const Pairing& narrow, const Terms& terms) {
  const at::Tensor eager = as_tensor(narrow.eager), replay = as_tensor(narrow.replay);
  const Numbers one = numbers_of(eager), two = numbers_of(replay);
  const Magnitudes groups(one, {&two});
  const std::vector<Numbers> tried =
      numbers_of(terms.wide ? terms.wide(narrow.subject, kSamples) : std::vector<c10::IValue>{}, one.size());
  const std::vector<double> moves = moves_of(groups, one, tried);
  const double share = tried.empty() ? kAgreement : kMostTimes * 2 * rounding_of(at::kDouble);
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (same_number(one[i], two[i])) continue;
    const std::size_t group = groups.group_of(i);
    if (group == Magnitudes::kNone) return another_program("in float64 " + compare(eager, replay).message);
    double reach = std::max(share * groups.scale(i), moves[group]);
    for (const Numbers& sample : tried) reach = std::max(reach, std::abs(sample[i] - one[i]));
    if (!(std::abs(one[i] - two[i]) <= reach))
      return another_program("in float64 " + compare(eager, replay).message);
  }
  return same_program();
}

}  // namespace assay::replay
