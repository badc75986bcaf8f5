// Double precision: whether two programs with different rounding are the same program.
#pragma once

#include <optional>

#include <ATen/core/ivalue.h>

#include "capture/judge/opinion.h"

namespace assay::replay {

/// `narrow`: the differing value as it ran; `wide`: the same value of the same run in double precision. Each
/// element is compared on its own scale (rounding.h). Fractions agree if the difference is at most 1e-9 of
/// the scale, or a millionth of the difference in single precision. They also agree if rounding that is tried
/// in double precision explains the difference. Whole numbers and bools must be equal. Differences are ties
/// if rounding that is tried changes them in eager too.
Opinion opinion_on(const Pairing& narrow, const Pairing& wide, const Terms& terms);

/// For graphs that do not run in double precision: whether the replay is as close to eager as rounding keeps
/// eager to itself. `reference`: eager's value in double precision, if it exists. kUnknown if neither can be
/// tried.
Opinion opinion_without(const std::optional<c10::IValue>& reference, const Pairing& narrow,
                        const Terms& terms);

/// Whether rounding, which moves `from` to `samples`, can also move it to `value`. False without samples.
bool is_within_rounding(const c10::IValue& from, const c10::IValue& value,
                        const std::vector<c10::IValue>& samples);

}  // namespace assay::replay
