// SlowDown: captures made slower on purpose, and shares as people write them.
#pragma once

#include <string>
#include <vector>

#include "harness/zoo/method.h"

namespace assay::bench {

/// Captures of a method made longer by a share of themselves, to see whether a comparison finds it.
struct SlowDown {
  MethodId method = MethodId::kMakeFx;
  double share = 0;
};

/// "10%" as 0.1. InputError, at `flag`, for what is no share.
double share_from(const std::string& text, const std::string& flag);

/// Of each "METHOD=10%"; likewise.
std::vector<SlowDown> slow_downs_from(const std::vector<std::string>& texts, const std::string& flag);

}  // namespace assay::bench
