// Opinion: what double precision says of a value in which eager and a replay differ.
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

/// By how much errors of a replay may exceed those of eager, or the rounding of their type.
inline constexpr double kMostTimes = 8;

/// What eager and a replay say, run in double precision, of one value in which they differ.
enum class InDouble : std::uint8_t {
  kSame,     ///< they agree, and each rounds at most kMostTimes worse than the other
  kDoubt,    ///< rounding alone may explain it, and so may another program
  kUnknown,  ///< double precision has no say: eager is another program there, or none
  kOther,    ///< another program, or one with another precision
};

struct Opinion {
  InDouble says = InDouble::kUnknown;
  std::string why = {};  ///< unless kSame
  double precision = 0;  ///< kSame: how much worse the replay rounds than eager; below 1, how much better
  std::optional<Doubt> doubt = {};
  std::vector<ReplayPolicy> policies = {};  ///< kSame: those without which it would not be
};

/// What eager gives of a value in the same run when its operators are moved within their rounding; at least
/// `count` times, empty where that cannot be tried.
using Disturbed = std::function<std::vector<c10::IValue>(const Subject& subject, std::size_t count)>;

/// What a value is judged with.
struct Terms {
  Disturbed narrow;   ///< in eager's own types
  Disturbed kernels;  ///< in these, but 16-bit operators only as far as single precision rounds within them
  Disturbed wide;     ///< in double precision
  std::set<ReplayPolicy> policies = {};
};

Opinion same_program(double precision = 1), no_opinion(std::string why), another_program(std::string why);
/// "17 of 64 elements: .."; `why` says what cannot be told.
Opinion in_doubt(DoubtKind kind, std::size_t part, std::size_t whole, const std::string& why);
/// Undecided, or no difference where the order of equals is stated to be free.
Opinion tie(std::size_t part, std::size_t whole, const Terms& terms);

/// Two tensors of one shape that have values.
bool is_like(const at::Tensor& one, const at::Tensor& two);
/// A number of Python's as a tensor of its type; undefined for what is neither.
at::Tensor as_tensor(const c10::IValue& value);
/// Those samples that have as many elements as there are.
std::vector<Numbers> numbers_of(const std::vector<c10::IValue>& samples, std::size_t size);
/// By group, the largest root mean square by which samples differ from `value`.
std::vector<double> moves_of(const Magnitudes& groups, const Numbers& value,
                             const std::vector<Numbers>& samples);
/// "17 of 64 elements".
std::string share_text(std::size_t part, std::size_t whole);
/// With three digits.
std::string three_digits(double number);

inline constexpr std::size_t kSamples = 3;     ///< of fractions, in root mean squares over many elements
inline constexpr std::size_t kFlips = 8;       ///< of choices: each goes either way
inline constexpr double kSampled = 1.5;        ///< times what was tried: errors of few elements are chance
inline constexpr double kUnexplained = 0.125;  ///< of elements that differ

}  // namespace assay::replay
