// Features: the features of the capability table (harness/methods/features.json) in a program, and their
// places.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "harness/fuzz/program.h"

namespace assay::fuzz {

struct FeatureUse {
  std::string_view feature;          ///< "buffer_written"
  std::vector<const Statement*> at;  ///< of the program; never empty
};

/// All possible features, simpler features first.
std::span<const std::string_view> feature_names();

/// The features of `program`, simpler features first.
std::vector<FeatureUse> features_of(const Program& program);

}  // namespace assay::fuzz
