// Double precision: whether two programs with different rounding are the same program.
#pragma once

#include <optional>

#include <ATen/core/ivalue.h>

#include "capture/judge/opinion.h"

namespace assay::replay {

/// `narrow`: the differing value as it ran. `wide`: the same value of the same run in double precision.
/// Rounding is tried by runs of eager whose operators are moved within their rounding
/// (side_by_side/noise.py).
///
/// Fractions are compared on the scale of elements of like magnitude (rounding.h). They agree if `wide`
/// differs by at most 1e-9 of the scale, by a millionth of the difference of `narrow`, or by no more than
/// rounding in double precision, tried, moves eager. Whole numbers and bools must be equal in `wide`, or are
/// a tie if rounding, tried, changes them in eager, too.
Opinion opinion_on(const Pairing& narrow, const Pairing& wide, const Terms& terms);

/// For graphs that do not run in double precision: whether the replay is no farther from eager than rounding,
/// tried, moves eager. `reference`: eager's value in double precision, if it exists. kUnknown without it and
/// without runs that try rounding.
Opinion opinion_without(const std::optional<c10::IValue>& reference, const Pairing& narrow,
                        const Terms& terms);

/// Whether rounding, which moves `from` to `samples`, can also move it to `value`. False without samples.
bool is_within_rounding(const c10::IValue& from, const c10::IValue& value,
                        const std::vector<c10::IValue>& samples);

}  // namespace assay::replay
