// Double precision: whether two programs that round differently are the same program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

namespace assay::replay {

struct Pairing;

/// `tensor` in double precision (complex likewise), itself where it is no narrower. A float32 of which there
/// are few, or that fills its tensor, becomes the double that a program's text would have named (0.1, not
/// 0.100000001490116): one program may hold as a tensor what another has as a number.
at::Tensor widened(const at::Tensor& tensor);

/// What eager and a replay say, run in double precision, of one value in which they differ.
enum class InDouble : std::uint8_t {
  kSame,       ///< they agree to 1e-9 of the largest magnitude, or all but one part in a million of the
               ///< difference is gone: it was rounding
  kUndecided,  ///< neither: the values cannot be told apart from rounded constants, or cannot be trusted
  kOther,      ///< they differ by more than float32 can round a constant: another program
};

struct Opinion {
  InDouble says = InDouble::kUndecided;
  std::string why = {};  ///< kUndecided: why; kOther: where and by how much
  double precision = 0;  ///< kSame: how much worse the replay rounds than eager; below 1, how much better
};

/// `narrow`: what differs, as it ran; `wide`: the same value of the same run in double precision. A value is
/// trusted where eager's own is near its double: a branch that falls otherwise there would excuse anything.
Opinion opinion_on(const Pairing& narrow, const Pairing& wide);

/// Where only eager runs in double precision: whether the replay is hardly further from that than eager
/// itself.
bool is_as_near(const c10::IValue& reference, const Pairing& narrow);

/// Where one side rounds this many times worse than the other, the capture diverges though it is the same
/// program in double precision: no other order of the same operators does that, but a cast that one side
/// lacks.
inline constexpr double kMostApart = 100;

}  // namespace assay::replay
