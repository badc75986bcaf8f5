// changes: the series of a later run that are slower than in an earlier run, beyond margin and chance.
//
// A series is slower if its samples tend to be larger than the earlier samples times (1 + margin). The test
// is Mann-Whitney, one-sided, not a comparison of medians. Holm's correction bounds the chance of any false
// alarm in a whole comparison by `significance`. A series missing from a run, or with too few samples, is a
// row, too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/bench/estimate.h"
#include "harness/bench/larger.h"
#include "harness/words/enumerators.h"

namespace assay::bench {

/// The positive samples of a benchmark. Names are unique within a run.
struct Series {
  std::string name;
  std::vector<double> samples;
};

enum class Movement : std::uint8_t {
  kNone,     ///< no significant change beyond the margin
  kSlower,   ///< larger than before, beyond the margin
  kFaster,   ///< smaller than before, beyond the margin
  kTooFew,   ///< so few samples that no value could be significant
  kOnlyOld,  ///< missing from the later run
  kOnlyNew,  ///< missing from the earlier run
};
inline constexpr auto kMovementNames =
    enumerators<Movement>({"none", "slower", "faster", "too_few", "only_old", "only_new"});
inline std::string_view to_string(Movement movement) { return kMovementNames[movement]; }

struct Bar {
  double margin = 0.05;        ///< 0.05: slow-downs up to 5 % are ignored
  double significance = 0.05;  ///< chance of any false alarm in a comparison of unchanged runs
};

struct Change {
  std::string name;
  Movement movement = Movement::kNone;
  Estimate before, after;  ///< count 0: missing from that run
  Estimate ratio;          ///< after / before; count 0: missing from a run, or `before` is 0
  Larger slower;           ///< `after` compared with `before` times (1 + margin); p is not corrected
};

/// In the order of `before`, followed by series only in `after`. InputError for a duplicate name in a run.
std::vector<Change> changes(const std::vector<Series>& before, const std::vector<Series>& after,
                            const Bar& bar = {});

}  // namespace assay::bench
