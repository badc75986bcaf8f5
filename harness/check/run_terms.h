// RunTerms: how a run judges its pairs, and the names for commands about them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "harness/zoo/project.h"

namespace assay {

/// The requirement on a capture that replays.
enum class AgreedBy : std::uint8_t {
  kGolden,
  kReplay,  ///< none beyond the replay
};

struct RunTerms {
  Project project;
  std::filesystem::path results;  ///< the folder as given
  AgreedBy agreed = AgreedBy::kGolden;
  std::string python_path = {};  ///< $PYTHONPATH of the run
};

}  // namespace assay
