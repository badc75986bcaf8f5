// rule: the matching expectation, applied to the outcome.
#include "harness/check/ruling.h"

namespace assay {

Ruling rule(const PlannedPair& planned, const PairResult& facts) {
  const Version torch = version_from_string(facts.torch).value_or(Version{});
  Ruling ruling{.expected = expectation_for(*planned.test, planned.pair.method, planned.pair.device,
                                            !facts.phantom.empty(), torch)};
  ruling.outcome = judge_outcome(ruling.expected, {facts.outcome, facts.exception, facts.message,
                                                   facts.replay ? Replayed::kYes : Replayed::kNo});
  // The replay report explains each run already.
  if (ruling.expected == nullptr && facts.replay && has_graph(facts.outcome))
    ruling.outcome.explanation.clear();
  if (facts.outcome == Outcome::kUnsupported) ruling.outcome.reason = facts.message;
  return ruling;
}

Compared compared_by(const Ruling& ruling, const PairResult& facts, AgreedBy agreed) {
  const std::optional<Verdict>& verdict = ruling.outcome.verdict;
  if (agreed == AgreedBy::kReplay) return verdict ? Compared::kNothing : Compared::kGraph;
  if (!verdict) return Compared::kGolden;
  const bool beside = verdict != Verdict::kUnexpectedPass && has_graph(facts.outcome);
  return beside ? Compared::kGoldenIfWritten : Compared::kNothing;
}

}  // namespace assay
