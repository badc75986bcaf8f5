// refusal_of: from the outcome of a record and the reason in its case.
#include "harness/check/acceptable.h"

#include <fmt/format.h>

namespace assay {

std::optional<Refusal> refusal_of(const PairResult& record, const std::filesystem::path& results_folder) {
  if (agrees(record.outcome) && record.replay) return std::nullopt;
  if (agrees(record.outcome))
    return Refusal{"was not replayed",
                   check_of(record.pair, {"--rerun-failed", "--results", results_folder})};
  if (!record.reason.empty() && record.verdict != Verdict::kUnexpectedFailure) return std::nullopt;
  return Refusal{record.replay ? describe(*record.replay) : std::string(to_string(record.outcome)),
                 Command{"replay", {results_folder / record.pending, "--case", record.pair.case_id}}};
}

std::string one_line(const PairId& pair, const Refusal& refusal) {
  return fmt::format("refused  {}: {}; next: {}", to_string(pair), refusal.why, refusal.next.text());
}

}  // namespace assay
