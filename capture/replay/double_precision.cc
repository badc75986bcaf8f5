// Double precision: widening, and how far apart two programs stay in it.
#include "capture/replay/double_precision.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <ATen/ATen.h>

#include "capture/replay/compare.h"
#include "capture/replay/rehearsal.h"

namespace assay::replay {

namespace {

constexpr std::int64_t kFew = 4096;
constexpr double kAgreement = 1e-9;         // of the largest magnitude
constexpr double kRoundedConstants = 1e-7;  // what float32 makes of constants, of the largest magnitude
constexpr double kShrunk = 1e-6;            // of the difference in single precision
constexpr double kFewRoundings = 4;  // epsilons of the largest magnitude, where eager may have been lucky
constexpr double kFollows = 1e-2;    // of the way from eager to its own run in double precision
constexpr double kAmplified = 0.05;  // of the largest magnitude: what amplified rounding makes at most
constexpr double kAsFar = 4;         // times as far from its double as eager: another order of rounding
constexpr double kSmall = 1e-5;      // an error below which chance alone decides which of two is larger

bool is_narrow(at::ScalarType type) {
  return type == at::kFloat || type == at::kHalf || type == at::kBFloat16 || type == at::kComplexFloat ||
         type == at::kComplexHalf;
}

// The double with the shortest decimal text that reads as `value`.
double as_written(float value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  double read = value;
  std::from_chars(text.data(), end, read);
  return read;
}

double epsilon_of(at::ScalarType type) {
  if (type == at::kHalf || type == at::kComplexHalf) return 9.8e-4;
  return type == at::kBFloat16 ? 7.8e-3 : 1.2e-7;
}

// How near eager has to be to its own run in double precision.
double trusted(at::ScalarType type) { return std::min(0.1, 10 * std::sqrt(epsilon_of(type))); }

std::string text_of(double number) {
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 3).ptr;
  return {text.data(), end};
}

Opinion undecided(std::string why) { return {.says = InDouble::kUndecided, .why = std::move(why)}; }

Opinion other(const std::string& why) { return {.says = InDouble::kOther, .why = "in float64 " + why}; }

// Integers, objects, and what was in double precision already.
Opinion of_the_rest(const Pairing& wide) {
  const Closeness closeness = compare(wide.eager, wide.replay);
  bool agrees = closeness.bitwise || (wide.eager.isDouble() && closeness.relative <= kAgreement);
  if (!agrees && wide.eager.isTensor() && wide.replay.isTensor() &&
      wide.eager.toTensor().is_floating_point()) {
    const Distance apart = distance(wide.eager.toTensor(), wide.replay.toTensor());
    agrees = apart.comparable && apart.error <= kAgreement * apart.scale;
  }
  return agrees ? Opinion{.says = InDouble::kSame, .precision = 1} : other(closeness.message);
}

// In double precision next to nothing is there: what single precision makes of it is rounding.
bool is_rounding_alone(const Distance& of_eager) { return of_eager.scale <= kShrunk * of_eager.error; }

// How near to nothing a sum comes that is rounding alone is chance, so small errors are alike.
double times_worse(const Distance& of_replay, const Distance& of_eager) {
  return std::max(of_replay.error, kSmall) / std::max(of_eager.error, kSmall);
}

// How a replay rounds whose program agrees with eager's in double precision, from which eager is far; nothing
// where rounding alone does not explain it.
std::optional<double> amplified(const Distance& of_eager, const Distance& of_replay, const Distance& before) {
  if (of_replay.comparable && is_rounding_alone(of_eager)) return times_worse(of_replay, of_eager);
  // The program itself amplifies rounding. A replay that stays with eager there rounds as eager does.
  if (before.comparable && before.error <= kFollows * of_eager.error) return 1;
  // Or in another order: neither further from its double than eager is, nor next to it, as it would be where
  // eager alone took another branch.
  const double times = of_replay.error / of_eager.error;
  const bool rounds = of_replay.comparable && times <= kAsFar && times * kMostApart >= 1;
  if (rounds && of_eager.error <= kAmplified * of_eager.scale) return times;
  return std::nullopt;
}

Opinion of_fractions(const at::Tensor& eager, const at::Tensor& replay, const Pairing& wide) {
  const at::Tensor &truth = wide.eager.toTensor(), &graph = wide.replay.toTensor();
  const at::ScalarType type = eager.scalar_type();
  const Distance of_eager = distance(truth, eager), of_replay = distance(truth, replay);
  const Distance apart = distance(truth, graph), before = distance(eager, replay);
  if (!of_eager.comparable) return undecided("eager has other shapes or other infinities in float64");
  const double near = std::max(trusted(type) * of_eager.scale, 1e-5);
  const bool agrees =
      apart.comparable && (apart.error <= kAgreement * apart.scale ||
                           (before.comparable && apart.error <= kShrunk * before.error) ||
                           // Both are rounding, of double precision here, and may differ altogether.
                           (is_rounding_alone(of_eager) && apart.error <= kShrunk * of_eager.error));
  if (of_eager.error > near) {
    if (agrees)
      if (const auto precision = amplified(of_eager, of_replay, before))
        return {.says = InDouble::kSame, .precision = *precision};
    return undecided("eager is far from its own run in float64: " + text_of(of_eager.error / of_eager.scale) +
                     " of the largest, the replay is " + text_of(before.error / of_eager.scale) +
                     " from eager, in float64 " + text_of(apart.error / of_eager.scale));
  }
  if (!apart.comparable) return other(compare(truth, graph).message);
  const double least = std::max(epsilon_of(type) * of_eager.scale, 1e-30);
  if (agrees && of_replay.comparable && is_rounding_alone(of_eager))
    return {.says = InDouble::kSame, .precision = times_worse(of_replay, of_eager)};
  if (agrees && of_replay.comparable)
    return {.says = InDouble::kSame,
            .precision = std::max(of_replay.error, least) / std::max(of_eager.error, least)};
  if (agrees) return undecided("the replay has other infinities than its own run in float64");
  if (apart.error <= kRoundedConstants * apart.scale)
    return undecided("in float64 they differ by " + text_of(apart.error / apart.scale) +
                     " of the largest, as rounded constants do");
  return other(compare(truth, graph).message);
}

}  // namespace

at::Tensor widened(const at::Tensor& tensor) {
  if (!tensor.defined() || !is_narrow(tensor.scalar_type()) || tensor.is_quantized() || tensor.is_nested())
    return tensor;
  const at::NoGradGuard no_grad;
  const at::Tensor given = tensor.detach();
  const at::Tensor wide = given.to(given.is_complex() ? at::kComplexDouble : at::kDouble);
  if (given.scalar_type() != at::kFloat || given.layout() != at::kStrided || given.numel() == 0) return wide;
  const at::Tensor plain = given.resolve_neg().to(at::kCPU).contiguous();
  const auto* values = plain.const_data_ptr<float>();
  const auto count = plain.numel();
  const bool fills = std::all_of(values, values + count, [&](float one) { return one == values[0]; });
  if (!fills && count > kFew) return wide;
  if (fills) return wide.fill_(as_written(values[0]));
  const at::Tensor written = at::empty(plain.sizes(), at::kDouble);
  std::transform(values, values + count, written.mutable_data_ptr<double>(), as_written);
  return wide.copy_(written);
}

Opinion opinion_on(const Pairing& narrow, const Pairing& wide) {
  const bool tensors =
      narrow.eager.isTensor() && narrow.replay.isTensor() && wide.eager.isTensor() && wide.replay.isTensor();
  if (!tensors) return of_the_rest(wide);
  const at::Tensor &eager = narrow.eager.toTensor(), &replay = narrow.replay.toTensor();
  const bool alike = eager.defined() && replay.defined() && eager.sizes() == replay.sizes() &&
                     eager.scalar_type() == replay.scalar_type() && eager.layout() == replay.layout();
  if (!alike) return {.says = InDouble::kOther, .why = "float64 changes neither shapes nor types"};
  if (!wide.eager.toTensor().defined() || !wide.replay.toTensor().defined())
    return undecided("there is no such value in float64");
  if (!is_narrow(eager.scalar_type())) return of_the_rest(wide);
  return of_fractions(eager, replay, wide);
}

bool is_as_near(const c10::IValue& reference, const Pairing& narrow) {
  if (!reference.isTensor() || !narrow.eager.isTensor() || !narrow.replay.isTensor()) return false;
  const at::Tensor& eager = narrow.eager.toTensor();
  if (!eager.defined() || !at::isFloatingType(eager.scalar_type()) || eager.scalar_type() == at::kDouble)
    return false;
  const Distance of_eager = distance(reference.toTensor(), eager);
  const Distance of_replay = distance(reference.toTensor(), narrow.replay.toTensor());
  if (!of_eager.comparable || !of_replay.comparable) return false;
  if (is_rounding_alone(of_eager)) return times_worse(of_replay, of_eager) <= kMostApart;
  if (of_eager.error > trusted(eager.scalar_type()) * of_eager.scale) return false;
  return of_replay.error <=
         2 * of_eager.error + kFewRoundings * epsilon_of(eager.scalar_type()) * of_eager.scale;
}

}  // namespace assay::replay
