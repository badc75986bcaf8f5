// refusal_of: the outcome of a record, and whether its case gave a reason for it.
#include "harness/golden_store/acceptable.h"

#include <fmt/format.h>

namespace assay {

std::optional<Refusal> refusal_of(const PairResult& record, const std::filesystem::path& results_folder) {
  if (agrees(record.outcome) && record.replay) return std::nullopt;
  if (agrees(record.outcome))
    return Refusal{"was not replayed",
                   fmt::format("assay check {} --methods {} --device {} --rerun-failed --results {}",
                               record.pair.case_id, to_string(record.pair.method),
                               to_string(record.pair.device), results_folder.string())};
  if (!record.reason.empty() && record.verdict != Verdict::kUnexpectedFailure) return std::nullopt;
  return Refusal{record.replay ? describe(*record.replay) : std::string(to_string(record.outcome)),
                 fmt::format("assay replay {} --case {}", (results_folder / record.pending).string(),
                             record.pair.case_id)};
}

std::string one_line(const PairId& pair, const Refusal& refusal) {
  return fmt::format("refused  {}: {}; next: {}", to_string(pair), refusal.why, refusal.next);
}

}  // namespace assay
