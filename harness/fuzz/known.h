// known: whether what a pair shows is what a known error shows.
//
// A feature whose row says `diverges` is not enough: each value that differs, each alias, the operator at
// which the replay departs and its place in the program have to be those of a known error's own finding. A
// program may have several: each observation is of one of them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/fuzz/finding.h"
#include "harness/methods/feature_list.h"

namespace assay::fuzz {

/// The findings that a feature's row declares for the pair in question; none where it declares another
/// outcome.
using Declares = std::function<std::vector<KnownFinding>(std::string_view feature)>;

/// The feature whose finding has the departure, or where there is none the first observation; empty where
/// anything that the pair shows is of no known error.
std::string known_as(const Wrong& wrong, const Declares& declares);

}  // namespace assay::fuzz
