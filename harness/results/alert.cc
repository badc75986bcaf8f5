// alert_of: from the verdict, and for an unexpected failure from the outcome.
#include "harness/results/alert.h"

namespace assay {

std::optional<Alert> alert_of(const PairResult& result) {
  if (is_green(result.verdict)) return std::nullopt;
  // Alerts have the names of verdicts and outcomes.
  const std::optional<Alert> by_verdict = kAlertNames.find(to_string(result.verdict));
  if (by_verdict && by_verdict != Alert::kUnexpectedFailure) return by_verdict;
  return kAlertNames.find(to_string(result.outcome)).value_or(Alert::kUnexpectedFailure);
}

bool awaits_decision(Alert alert) { return alert == Alert::kNew || alert == Alert::kUnexpectedPass; }

}  // namespace assay
