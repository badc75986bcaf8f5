// known_as: whether a known error explains all differences of a pair.
//
// A feature declared to diverge is not enough. Known findings must include each different value, each alias,
// the operator where the replay departs and its place in the program. A program may have several known
// errors: each observation must belong to at least one of them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/fuzz/finding.h"
#include "harness/methods/feature_list.h"

namespace assay::fuzz {

/// The findings that the feature's row declares for this pair. Empty if it declares another outcome.
using Declares = std::function<std::vector<KnownFinding>(std::string_view feature)>;

/// The feature of the departure, or of the first observation if there is no departure. Empty if no known
/// error explains some difference.
std::string known_as(const Wrong& wrong, const Declares& declares);

}  // namespace assay::fuzz
