// decide: the outcome, then the golden, then the changes by a transform.
#include "harness/check/decision.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/check/pending.h"
#include "reports/diff_text/print_diff.h"

namespace assay {
namespace {

/// `assay capture` does not run eager, and `assay replay` does not capture. A killed process or a failure in
/// eager can be reproduced only with all stages.
bool needs_all_stages(const PairResult& facts) {
  const bool is_ended = facts.outcome == Outcome::kCrashes || facts.outcome == Outcome::kTimesOut ||
                        facts.outcome == Outcome::kOutOfMemory;
  return is_ended || facts.stage == Stage::kEager;
}

NextStep step_after_failure(const PairResult& facts, const PairEvidence& evidence) {
  if (needs_all_stages(facts)) return NextStep::kRerunVerbosely;
  return evidence.is_written ? NextStep::kReplay : NextStep::kCapture;
}

NextStep step_after_golden(const PairResult& facts, const GoldenStore::Judgement& golden) {
  switch (golden.verdict) {
    case Verdict::kMatch:
      return NextStep::kNothing;
    case Verdict::kBrokenGolden:
      return NextStep::kRestoreGolden;
    case Verdict::kDiffers:
      return golden.of_summary ? NextStep::kCompareWithSources : NextStep::kCompareWithGolden;
    default:
      return facts.replay ? NextStep::kAccept : NextStep::kRerun;
  }
}

std::string explanation_of(const GoldenStore::Judgement& golden, const PairId& pair, const RunTerms& terms) {
  if (golden.verdict == Verdict::kBrokenGolden)
    return golden.why + "to replace it by this capture: " + to_string(replace_broken_command(pair)) +
           results_flag(terms.results) + "\n";
  return golden.diff && !golden.diff->equal ? print_diff(*golden.diff, kExplainedEntries) : "";
}

bool has_drifted(const GoldenStore::Judgement& golden) {
  return golden.verdict == Verdict::kDiffers || golden.verdict == Verdict::kBrokenGolden;
}

Decision decide_by_golden(const PairResult& facts, const GoldenStore::Judgement& golden,
                          const RunTerms& terms) {
  Decision decision{.verdict = golden.verdict,
                    .explanation = explanation_of(golden, facts.pair, terms),
                    .next = step_after_golden(facts, golden)};
  if (golden.verdict == Verdict::kDiffers) decision.causes = named_causes(causes_of(facts.pair, golden));
  return decision;
}

/// The golden's part of the explanation when the outcome gives the verdict.
std::string beside(const GoldenStore::Judgement& golden, const PairId& pair, const RunTerms& terms) {
  const bool differs = golden.verdict == Verdict::kDiffers;
  return (differs ? "its graph differs from the golden:\n" : "") +
         (has_drifted(golden) ? explanation_of(golden, pair, terms) : "");
}

Decision decide_by_outcome(const PairResult& facts, const PairEvidence& evidence, const RunTerms& terms) {
  const OutcomeJudgement& outcome = evidence.ruling.outcome;
  Decision decision{.verdict = *outcome.verdict, .explanation = outcome.explanation};
  if (facts.outcome != Outcome::kCaptured) decision.next = step_after_failure(facts, evidence);
  if (decision.verdict == Verdict::kUnexpectedPass) decision.next = NextStep::kCorrectExpectation;
  if (evidence.golden) decision.explanation += beside(*evidence.golden, facts.pair, terms);
  return decision;
}

Decision decide_by(const PairResult& facts, const PairEvidence& evidence, const RunTerms& terms) {
  const std::optional<Verdict>& by_outcome = evidence.ruling.outcome.verdict;
  const bool may_drift = by_outcome == Verdict::kExpectedFailure;
  if (evidence.golden && (!by_outcome || (may_drift && has_drifted(*evidence.golden))))
    return decide_by_golden(facts, *evidence.golden, terms);
  if (by_outcome) return decide_by_outcome(facts, evidence, terms);
  return {.verdict = Verdict::kMatch};  // a replay is all that was required
}

/// In the form of the case file.
std::string listed(const std::vector<std::string>& lines) { return nlohmann::json(lines).dump(); }

/// Compares the changes by the case's pass with those its case declares. A mismatch turns a green verdict
/// red, and extends the explanation of a red verdict.
void add_changes(Decision& decision, const PlannedPair& planned, const std::vector<std::string>& changes) {
  const auto declared = planned.test->changes.find(planned.pair.method);
  const bool is_declared = declared != planned.test->changes.end();
  if (is_declared && declared->second == changes) return;
  const std::string expected = is_declared
                                   ? listed(declared->second)
                                   : fmt::format("changes.{} of the case", to_string(planned.pair.method));
  decision.explanation =
      fmt::format("what the transform changes\nexpected: {}\nfound: {}\n", expected, listed(changes)) +
      decision.explanation;
  if (!is_green(decision.verdict)) return;
  decision.verdict = Verdict::kDiffers;
  decision.next = NextStep::kCompareWithUntransformed;
}

}  // namespace

Decision decide(const PlannedPair& planned, const PairResult& facts, const PairEvidence& evidence,
                const RunTerms& terms) {
  Decision decision = decide_by(facts, evidence, terms);
  decision.reason = evidence.ruling.outcome.reason;
  if (!evidence.raised_at.empty()) decision.explanation += "raised at " + evidence.raised_at + "\n";
  if (evidence.changes) add_changes(decision, planned, *evidence.changes);
  if (is_green(decision.verdict)) decision.next = NextStep::kNothing;
  return decision;
}

}  // namespace assay
