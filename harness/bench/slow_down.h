// SlowDown: artificial slow-downs of captures, and percentages in options.
#pragma once

#include <string>
#include <vector>

#include "harness/zoo/method.h"

namespace assay::bench {

/// Makes captures of a method longer by `share`, to test whether a comparison detects it.
struct SlowDown {
  MethodId method = MethodId::kMakeFx;
  double share = 0;
};

/// "10%" as 0.1. InputError, at `flag`, for text that is not a percentage.
double share_from(const std::string& text, const std::string& flag);

/// Parses "METHOD=10%" texts. InputError as in share_from.
std::vector<SlowDown> slow_downs_from(const std::vector<std::string>& texts, const std::string& flag);

}  // namespace assay::bench
