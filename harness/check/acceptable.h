// Which proposals may become goldens: those that replay, and those whose case expects that they do not.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/results/pair_result.h"

namespace assay {

struct Refusal {
  std::string why;  ///< "was not replayed"; "diverges in run 'fresh values': .."
  ShellLine next;   ///< the command that replays it first, or shows by itself what replay found
};

/// Nothing when the proposal of `record` can become a golden: its capture replays, inside its guards at
/// least, or the case expects with a reason what came of replaying it.
std::optional<Refusal> refusal_of(const PairResult& record, const std::filesystem::path& results_folder);

/// "refused  seed/mlp make_fx cpu: WHY; next: COMMAND".
std::string one_line(const PairId& pair, const Refusal& refusal);

}  // namespace assay
