// GoldenPlaces: the golden/ folder for a run's proposals. Results are data, perhaps from another machine:
// they name a folder, and the project decides.
#pragma once

#include <filesystem>
#include <optional>

#include "harness/check/acceptable.h"
#include "harness/zoo/project.h"

namespace assay {

/// The golden/ folder of the run's project maps to that of the current project, if there is one. A case
/// outside the project (my_model.py:build) keeps its goldens beside itself. Such a folder is accepted only if
/// it is called `golden` and lies below the current folder. Any other folder is refused.
class GoldenPlaces {
 public:
  GoldenPlaces(Project project, const std::filesystem::path& results);

  /// `record` with `golden_root` and `golden` moved to the current project.
  PairResult placed(PairResult record) const;
  /// Why `pair` cannot be accepted into `golden_root` of a placed record.
  std::optional<Refusal> refusal(const PairId& pair, const std::filesystem::path& golden_root) const;

 private:
  std::filesystem::path results_;
  Project project_;
  std::filesystem::path of_run_;  ///< golden/ of the run's project; empty: the run had no project
};

}  // namespace assay
