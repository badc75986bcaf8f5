// Choices: whether rounding decides whole numbers and bools that differ.
#pragma once

#include "capture/judge/opinion.h"

namespace assay::replay {

/// Ties where rounding, which is tried, changes them in eager, too; else another program. `wide`: null where
/// double precision has no say.
Opinion of_choices(const Pairing& narrow, const Pairing* wide, const Terms& terms);
/// The same of values that differ in shape.
Opinion of_shapes(const Pairing& narrow, const Terms& terms);
/// Whether rounding alone explains how the replay's choices differ from eager's. `tried`: eager's, each time
/// with other rounding.
bool are_rounded(const Pairing& narrow, const std::vector<c10::IValue>& tried);

}  // namespace assay::replay
