// Into which golden/ folder a run's proposals may go. Results are data, perhaps of another machine: they name
// a folder, the project decides.
#pragma once

#include <filesystem>
#include <optional>

#include "harness/check/acceptable.h"
#include "harness/zoo/project.h"

namespace assay {

/// What was golden/ of the run's project is golden/ of the project that the options and the current folder
/// name, if they name one. A case outside of it (my_model.py:build) keeps its goldens beside itself: that is
/// believed of a folder `golden` below the current one, where somebody stands who means it. Every other is
/// refused.
class GoldenPlaces {
 public:
  GoldenPlaces(Project project, const std::filesystem::path& results);

  /// `record` with the folder that is meant here, in `golden_root` and in its `golden`.
  PairResult placed(PairResult record) const;
  /// Why nothing of `pair` is written into `golden_root`, as a placed record has it.
  std::optional<Refusal> refusal(const PairId& pair, const std::filesystem::path& golden_root) const;

 private:
  std::filesystem::path results_;
  Project project_;
  std::filesystem::path of_run_;  ///< golden/ of the run's project; empty for a run without one
};

}  // namespace assay
