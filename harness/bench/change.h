// Change: which series of a later run are slower than in an earlier one, past a margin and past chance.
//
// A series is slower when its samples, and not just their median, are larger than the earlier ones times
// (1 + margin): Mann-Whitney, one-sided. Over many series some are so by chance; Holm's correction holds the
// chance of a single false alarm in a whole comparison at `significance`. A series that one side lacks is a
// row, and so is one that has too few samples to show anything.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/bench/estimate.h"
#include "harness/bench/larger.h"
#include "harness/words/enumerators.h"

namespace assay::bench {

/// The samples of one benchmark, positive; names are unique within a run.
struct Series {
  std::string name;
  std::vector<double> samples;
};

enum class Movement : std::uint8_t {
  kNone,     ///< nothing past the margin that chance does not explain
  kSlower,   ///< larger than before by more than the margin
  kFaster,   ///< smaller than before by more than the margin
  kTooFew,   ///< of so few samples no value could be significant
  kOnlyOld,  ///< the later run lacks it
  kOnlyNew,  ///< the earlier run lacks it
};
inline constexpr auto kMovementNames =
    enumerators<Movement>({"none", "slower", "faster", "too_few", "only_old", "only_new"});
inline std::string_view to_string(Movement movement) { return kMovementNames[movement]; }

struct Bar {
  double margin = 0.05;        ///< 0.05: up to 5 % slower is no slow-down
  double significance = 0.05;  ///< the chance that a comparison of unchanged runs flags anything
};

struct Change {
  std::string name;
  Movement movement = Movement::kNone;
  Estimate before, after;  ///< of a side that lacks it: count 0
  Estimate ratio;          ///< after / before; count 0 where one side lacks it or is 0
  Larger slower;           ///< of `after` against `before` times (1 + margin); p is not corrected
};

/// In the order of `before`, then what only `after` has. Throws InputError for a name that a run has twice.
std::vector<Change> changes(const std::vector<Series>& before, const std::vector<Series>& after,
                            const Bar& bar = {});

}  // namespace assay::bench
