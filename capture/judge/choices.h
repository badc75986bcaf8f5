// Choices: whether rounding decides whole numbers and bools that differ.
#pragma once

#include "capture/judge/opinion.h"

namespace assay::replay {

/// Ties where rounding, which is tried, changes them in eager, too; else another program. `wide`: null where
/// double precision has no say.
Opinion of_choices(const Pairing& narrow, const Pairing* wide, const Terms& terms);
/// Whether rounding changes them in eager as in the replay: `tried` has what it makes of eager's.
bool are_rounded(const Pairing& narrow, const std::vector<c10::IValue>& tried);
/// The same of values that differ in shape.
Opinion of_shapes(const Pairing& narrow, const Terms& terms);

}  // namespace assay::replay
