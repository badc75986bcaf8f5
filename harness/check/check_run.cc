// CheckRun: judges each pair as it ends, then repeats the pairs.
#include "harness/check/check_run.h"

#include <algorithm>
#include <map>

#include "harness/check/ending_record.h"
#include "harness/check/repetition.h"

namespace assay {
namespace {

constexpr std::size_t kEmptyCaptures = 5;  // enough for a median

/// The record of a pair that a resumed run skips, else null.
const PairResult* settled_record(const ResultsFolder& results, const PairId& pair, const CheckTerms& terms) {
  if (!terms.resume && !terms.rerun_failed) return nullptr;
  const PairResult* known = results.find(pair);
  if (known == nullptr || known->verdict == Verdict::kMissing) return nullptr;
  const bool not_replayed = known->outcome == Outcome::kCaptured && !known->replay;
  if (terms.plan.replay && not_replayed) return nullptr;
  return terms.resume || is_green(known->verdict) ? known : nullptr;
}

/// Whether the pair has fewer than `number` runs. An interrupted run resumes from there.
bool lacks_run(const PairResult* known, int number) {
  const bool has_run = known != nullptr && known->verdict != Verdict::kMissing &&
                       known->outcome != Outcome::kUnsupported && known->outcome != Outcome::kSkipped;
  return has_run && known->repetition.value_or(Repetition{}).runs < static_cast<std::size_t>(number);
}

}  // namespace

CheckRun::CheckRun(const CheckTerms& terms, const PairList& list, const RunPlace& place,
                   ResultsFolder& results, CheckWatcher& watcher)
    : terms_(terms), list_(list), place_(place), results_(results), watcher_(watcher), first_(place) {}

RunEnd CheckRun::run() {
  watch_memory(first_);
  first_.measure_isolation(kEmptyCaptures, [this](double seconds) {
    if (figures_.isolation_seconds.empty()) watcher_.worker_started();
    figures_.isolation_seconds.push_back(seconds);
  });
  RunEnd end = first_.run([this](const TaskEnding& ending) { return record(ending); });
  for (int number = 2; number <= terms_.repeat && end == RunEnd::kAllDone; ++number) end = repeat(number);
  return end;
}

void CheckRun::plan() {
  std::vector<PairResult> cannot_run;
  for (const PlannedPair& planned : list_.pairs) {
    if (const PairResult* known = settled_record(results_, planned.pair, terms_)) {
      watcher_.settled(*known);
    } else if (std::string reason = first_.unsupported(planned.pair); !reason.empty()) {
      cannot_run.push_back(unsupported(planned, place_.worker, std::move(reason)));
    } else {
      first_.add(planned, capture_of(planned), terms_.plan);
    }
  }
  watcher_.begins(first_.pairs());
  for (const PairResult& record : cannot_run) {
    results_.append(record);
    watcher_.settled(record);
  }
}

protocol::Capture CheckRun::capture_of(const PlannedPair& planned) const {
  const bool transformed = !planned.test->transform.empty();
  return {.subject = subject_of(planned, terms_.run.project),
          .graph_path = results_.graph_file(planned.pair),
          .untransformed_path = transformed ? results_.untransformed_file(planned.pair).string() : "",
          .lowered_path = terms_.lower ? results_.lowered_file(planned.pair).string() : "",
          .replay = terms_.plan.replay};
}

void CheckRun::watch_memory(PlannedRun& run) {
  run.pool().preload = terms_.preload;
  run.pool().on_held = [this](const Job& job, std::size_t running) {
    figures_.most_beside = std::max(figures_.most_beside, running);
    figures_.held_gb = job.request.memory_gb;
  };
  run.pool().on_recycled = [this](Device) { ++figures_.recycled; };
}

Proceed CheckRun::record(const TaskEnding& ending) {
  ++figures_.ran;
  PairResult record = judge(ending.planned, ending.pair, files());
  record.next = terms_.typed(record.next);
  results_.append(record);
  watcher_.ended(record, ending.pair.ended);
  return terms_.fail_fast && !is_green(record.verdict) ? Proceed::kStop : Proceed::kGoOn;
}

RunEnd CheckRun::repeat(int number) {
  PlannedRun again(place_);
  std::vector<const PairResult*> known;
  for (const PlannedPair& planned : list_.pairs) {
    const PairResult* record = results_.find(planned.pair);
    if (!lacks_run(record, number)) continue;
    known.push_back(record);
    again.add(planned,
              protocol::Capture{.subject = subject_of(planned, terms_.run.project),
                                .graph_path = results_.repeated_file(planned.pair),
                                .replay = terms_.plan.replay},
              terms_.plan);
  }
  if (known.empty()) return RunEnd::kAllDone;
  watch_memory(again);
  watcher_.repeats(number, known);
  const RunEnd end = again.run([this](const TaskEnding& ending) { return record_again(ending); });
  watcher_.repeat_ended();
  return end;
}

Proceed CheckRun::record_again(const TaskEnding& ending) {
  ++figures_.ran;
  const PairResult& before = *results_.find(ending.planned.pair);
  const bool was_flaky = before.verdict == Verdict::kFlaky;
  PairResult record = repeated(before, ending.planned, ending.pair, files());
  const bool is_new = record.verdict == Verdict::kFlaky && !was_flaky;
  if (is_new) record.next = terms_.typed(record.next);
  results_.append(record);
  if (!is_new) record.verdict = Verdict::kMatch;  // compared with the first run
  watcher_.repeated(record);
  return terms_.fail_fast && is_new ? Proceed::kStop : Proceed::kGoOn;
}

std::vector<PairResult> CheckRun::records() const {
  std::map<PairId, const PairResult*> known;
  for (const PairResult& record : results_.records()) known[record.pair] = &record;
  std::vector<PairResult> all;
  for (const PlannedPair& planned : list_.pairs) {
    const auto record = known.find(planned.pair);
    all.push_back(record != known.end() ? *record->second : blank_record(planned));
    if (record != known.end()) continue;
    all.back().verdict = Verdict::kMissing;
    all.back().explanation = "was to run and did not";
    all.back().next = terms_.resume_command;
  }
  return all;
}

}  // namespace assay
