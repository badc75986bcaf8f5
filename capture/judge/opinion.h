// Opinion: the evidence of double precision on a value that differs between eager and a replay.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include "capture/judge/rounding.h"
#include "capture/side_by_side/subject.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// Limit for the ratio of a replay's errors to eager's errors, or to the rounding of their type.
inline constexpr double kMostTimes = 8;

/// Evidence of eager and a replay, run in double precision, on a value that differs between them.
enum class InDouble : std::uint8_t {
  kSame,     ///< they agree, and neither side rounds more than kMostTimes worse than the other
  kDoubt,    ///< rounding alone may explain it, or another program
  kUnknown,  ///< no evidence: eager is another program in double precision, or does not run there
  kOther,    ///< another program, or one with another precision
};

struct Opinion {
  InDouble says = InDouble::kUnknown;
  std::string why = {};  ///< unless kSame
  double precision = 0;  ///< kSame: the replay's rounding relative to eager's
  std::optional<Doubt> doubt = {};
  std::vector<ReplayPolicy> policies = {};  ///< kSame: policies that this opinion needs
};

/// Samples of a value of eager's in the same run, with its operators moved within their rounding. Up to
/// `count` samples; fewer or none if the program cannot run this way.
using Disturbed = std::function<std::vector<c10::IValue>(const Subject& subject, std::size_t count)>;

/// Inputs of a judgement.
struct Terms {
  Disturbed narrow;   ///< in eager's own types
  Disturbed kernels;  ///< like `narrow`; 16-bit operators only within single-precision rounding
  Disturbed wide;     ///< in double precision
  std::set<ReplayPolicy> policies = {};
};

Opinion same_program(double precision = 1), no_opinion(std::string why), another_program(std::string why);
/// "17 of 64 elements: .."; `why` is the reason for the doubt.
Opinion in_doubt(DoubtKind kind, std::size_t part, std::size_t whole, const std::string& why);
/// In doubt; or no difference if the policy order_of_equals is stated.
Opinion tie(std::size_t part, std::size_t whole, const Terms& terms);

/// Whether both are defined, have values and have equal shapes.
bool is_like(const at::Tensor& one, const at::Tensor& two);
/// A tensor as it is, a Python number as a tensor of its type; undefined for other values.
at::Tensor as_tensor(const c10::IValue& value);
/// The samples that have `size` elements.
std::vector<Numbers> numbers_of(const std::vector<c10::IValue>& samples, std::size_t size);
/// By group, the largest root mean square of a sample's distance from `value`.
std::vector<double> moves_of(const Magnitudes& groups, const Numbers& value,
                             const std::vector<Numbers>& samples);
/// "17 of 64 elements".
std::string share_text(std::size_t part, std::size_t whole);
std::string three_digits(double number);

inline constexpr std::size_t kSamples = 3;     ///< for fractions: root mean squares over many elements
inline constexpr std::size_t kFlips = 8;       ///< for choices: each has two outcomes
inline constexpr double kSampled = 1.5;        ///< factor for samples: errors of few elements vary by chance
inline constexpr double kUnexplained = 0.125;  ///< share of the differing elements

}  // namespace assay::replay
