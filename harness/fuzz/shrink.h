// shrink: the smallest sequence that still shows a finding.
#pragma once

#include <functional>
#include <vector>

#include "harness/fuzz/decode.h"

namespace assay::fuzz {

/// For each candidate, whether it shows the same. Asked with a bounded number at a time, so that they can be
/// run together.
using Judge = std::function<std::vector<bool>(const std::vector<Sequence>& candidates)>;

struct ShrinkLimits {
  std::size_t rounds = 12;      ///< of asking
  std::size_t candidates = 24;  ///< in a round
};

/// Deletes runs of statements, the longest first, then lowers numbers; again from what the judge has
/// confirmed, until nothing smaller shows it or the limits are reached. The judge is only asked about
/// programs that print otherwise than `sequence` and were not asked about before. `sequence` itself where
/// nothing smaller shows it.
Sequence shrink(const Sequence& sequence, Vocabulary vocabulary, const Judge& judge,
                ShrinkLimits limits = {});

}  // namespace assay::fuzz
