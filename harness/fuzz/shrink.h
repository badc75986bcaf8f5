// shrink: the smallest sequence that still shows a finding.
#pragma once

#include <functional>
#include <vector>

#include "harness/fuzz/decode.h"

namespace assay::fuzz {

/// Whether each candidate shows the finding. Gets a bounded batch of candidates, so that they can run
/// together.
using Judge = std::function<std::vector<bool>(const std::vector<Sequence>& candidates)>;

struct ShrinkLimits {
  std::size_t rounds = 12;      ///< of judge calls
  std::size_t candidates = 24;  ///< per round
};

/// Deletes runs of statements, the longest first, then lowers numbers. Repeats from each confirmed candidate
/// until nothing smaller shows the finding, or the limits are reached. Judges only new programs whose text
/// differs from that of `sequence`. Returns `sequence` if nothing smaller shows the finding.
Sequence shrink(const Sequence& sequence, Vocabulary vocabulary, const Judge& judge,
                ShrinkLimits limits = {});

}  // namespace assay::fuzz
