// RunTerms: what the pairs of a run are judged by, and what commands about them name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "harness/zoo/project.h"

namespace assay {

/// What a capture that replays is held against besides.
enum class AgreedBy : std::uint8_t {
  kGolden,
  kReplay,  ///< nothing: that it replays is all that is asked
};

struct RunTerms {
  Project project;
  std::filesystem::path results;  ///< the folder, as it was given
  AgreedBy agreed = AgreedBy::kGolden;
  std::string python_path = {};  ///< $PYTHONPATH of the run
};

}  // namespace assay
