// refusal_of: which proposals may become goldens.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/results/pair_result.h"

namespace assay {

struct Refusal {
  std::string why;  ///< "was not replayed"; "diverges in run 'fresh values': .."
  ShellLine next;   ///< the command that replays it first, or replays it alone
};

/// Nothing when the proposal of `record` can become a golden: its capture replays (perhaps only inside its
/// guards), or its case expects the failure and gives a reason.
std::optional<Refusal> refusal_of(const PairResult& record, const std::filesystem::path& results_folder);

/// "refused  seed/mlp make_fx cpu: WHY; next: COMMAND".
std::string one_line(const PairId& pair, const Refusal& refusal);

}  // namespace assay
