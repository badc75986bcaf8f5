// Double precision: whether two programs that round differently are the same program.
#pragma once

#include <optional>

#include <ATen/core/ivalue.h>

#include "capture/judge/opinion.h"

namespace assay::replay {

/// `narrow`: what differs, as it ran; `wide`: the same value of the same run in double precision. Each
/// element is held against its own scale (rounding.h). The values agree where they differ by 1e-9 of it, or
/// all but one part in a million of the difference in single precision is gone, or rounding in double
/// precision, which is tried, explains it. Whole numbers and bools are the same only where they agree;
/// differences are ties where rounding, which is tried, changes them in eager, too.
Opinion opinion_on(const Pairing& narrow, const Pairing& wide, const Terms& terms);

/// Where no graph runs in double precision: whether the replay is as near to eager as rounding makes eager to
/// itself. `reference`: eager's own value in double precision, where there is one. kUnknown where neither can
/// be tried.
Opinion opinion_without(const std::optional<c10::IValue>& reference, const Pairing& narrow,
                        const Terms& terms);

/// Whether rounding, which moves `from` to `samples`, may as well move it to `value`. False where nothing was
/// tried.
bool is_within_rounding(const c10::IValue& from, const c10::IValue& value,
                        const std::vector<c10::IValue>& samples);

}  // namespace assay::replay
