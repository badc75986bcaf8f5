// Features: what of the capability table (harness/methods/features.json) a program has, and where.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "harness/fuzz/program.h"

namespace assay::fuzz {

struct FeatureUse {
  std::string_view feature;          ///< "buffer_written"
  std::vector<const Statement*> at;  ///< of the program, one at least
};

/// All that a program may have, the plainer first.
std::span<const std::string_view> feature_names();

/// In the table's terms, the plainer first.
std::vector<FeatureUse> features_of(const Program& program);

}  // namespace assay::fuzz
