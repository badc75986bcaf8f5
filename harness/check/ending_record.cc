// record_of: outcome, message, costs, and side effects of the capture.
#include "harness/check/ending_record.h"

#include <utility>

#include "harness/check/aftermath.h"
#include "harness/results/coverage.h"
#include "harness/run/outcome.h"

namespace assay {
namespace {

/// The message, in the form that expectations match.
std::string message_of(const protocol::Ended& ended, Outcome outcome) {
  if (ended.ending == protocol::Ending::kDied) return how_died(ended);
  if (ended.ending != protocol::Ending::kFinished) return ended.message;
  if (ended.replay) return outcome == Outcome::kCaptured ? "" : describe(*ended.replay);
  return outcome == Outcome::kReplayFails ? "the worker did not report the replay it was asked for"
                                          : ended.message;
}

Outcome outcome_with_replay(const PairEnding& ending) {
  const Outcome outcome = outcome_of(ending.ended);
  const bool asked = std::get<protocol::Capture>(ending.job.request.task).replay;
  const bool lost = asked && outcome == Outcome::kCaptured && !ending.ended.replay;
  return lost ? Outcome::kReplayFails : outcome;
}

}  // namespace

PairResult record_of(const PlannedPair& planned, const PairEnding& ending) {
  const protocol::Ended& ended = ending.ended;
  PairResult record = blank_record(planned);
  record.stage = ended.stage;
  record.torch = ending.worker.torch;
  record.python = ending.worker.python;
  record.phantom = ending.worker.phantom;
  record.cost = ended.cost;
  record.replay = ended.replay;
  record.coverage = coverage_of(ended);
  record.aftermath = aftermath_of(ending);
  record.outcome = outcome_with_replay(ending);
  if (record.outcome == Outcome::kCaptured) return record;
  record.exception = ended.exception;
  record.message = message_of(ended, record.outcome);
  return record;
}

PairResult unsupported(const PlannedPair& planned, const Worker& worker, std::string reason) {
  PairResult record = blank_record(planned);
  record.outcome = Outcome::kUnsupported;
  record.verdict = Verdict::kSkipped;
  record.stage = Stage::kCapture;
  record.torch = worker.torch;
  record.python = worker.python;
  record.reason = std::move(reason);
  return record;
}

std::optional<Coverage> coverage_of(const protocol::Ended& ended) {
  if (!ended.tallies) return std::nullopt;
  return coverage(ended.tallies->eager, ended.tallies->replay);
}

}  // namespace assay
