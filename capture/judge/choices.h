// Choices: whether rounding explains differences in whole numbers and bools.
#pragma once

#include "capture/judge/opinion.h"

namespace assay::replay {

/// A tie if rounding that is tried changes these values in eager too; otherwise another program. `wide`: null
/// if double precision gives no evidence.
Opinion of_choices(const Pairing& narrow, const Pairing* wide, const Terms& terms);
/// For values that differ in shape.
Opinion of_shapes(const Pairing& narrow, const Terms& terms);
/// Whether rounding alone explains the replay's different choices. `tried`: samples of eager's value under
/// different rounding.
bool are_rounded(const Pairing& narrow, const std::vector<c10::IValue>& tried);

}  // namespace assay::replay
