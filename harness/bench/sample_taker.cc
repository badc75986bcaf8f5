// SampleTaker: from planned samples to jobs, from endings to samples.
#include "harness/bench/sample_taker.h"

#include <algorithm>
#include <chrono>

#include "harness/run/outcome.h"
#include "harness/words/utf8.h"

namespace assay::bench {
namespace {

constexpr std::size_t kMostReason = 300;  // bytes

Sample blank_sample(const PlannedSample& planned) {
  return {.pair = planned.planned->pair,
          .family = planned.planned->test->family,
          .repetition = planned.repetition};
}

Sample sample_of(const PlannedSample& planned, const protocol::Ended& ended) {
  Sample sample = blank_sample(planned);
  sample.nodes = ended.nodes;
  sample.outcome = outcome_of(ended);
  if (sample.outcome == Outcome::kCaptured)
    sample.measured = ended.overhead;
  else
    sample.why = shortened(describe(ended), kMostReason);
  return sample;
}

}  // namespace

std::vector<PlannedSample> samples_of_memory(const std::vector<PlannedPair>& pairs) {
  std::vector<PlannedSample> wanted;
  for (const PlannedPair& planned : pairs) wanted.push_back({&planned, kMemoryRepetition});
  return wanted;
}

std::vector<PlannedSample> samples_of_times(const std::vector<PlannedPair>& pairs,
                                            const std::vector<Sample>& known, std::uint64_t repetitions) {
  std::set<PairId> captured;
  for (const Sample& sample : known)
    if (sample.repetition == kMemoryRepetition && sample.measured) captured.insert(sample.pair);
  std::vector<PlannedSample> wanted;
  for (auto first = pairs.begin(); first != pairs.end();) {
    const auto last = std::find_if(first, pairs.end(), [&](const PlannedPair& other) {
      return other.pair.case_id != first->pair.case_id;
    });
    for (std::uint64_t repetition = 1; repetition <= repetitions; ++repetition)
      for (auto planned = first; planned != last; ++planned)
        if (captured.contains(planned->pair)) wanted.push_back({&*planned, repetition});
    first = last;
  }
  return wanted;
}

SampleTaker::SampleTaker(const Project& project, const RunPlace& place, Options options,
                         SampleWatcher& watcher)
    : project_(project),
      place_(place),
      options_(std::move(options)),
      watcher_(watcher),
      folder_(options_.results, options_.resume ? Opened::kResumed : Opened::kFresh) {
  for (const Sample& sample : folder_.samples()) known_.insert({sample.pair, sample.repetition});
}

std::vector<PlannedSample> SampleTaker::not_known(const std::vector<PlannedSample>& samples) {
  std::vector<PlannedSample> left;
  for (const PlannedSample& planned : samples) {
    if (known_.contains({planned.planned->pair, planned.repetition})) continue;
    std::string reason = unsupported_by(place_.worker, planned.planned->pair, place_.gpu);
    if (reason.empty()) {
      left.push_back(planned);
      continue;
    }
    Sample sample = blank_sample(planned);
    sample.outcome = Outcome::kUnsupported;
    sample.why = std::move(reason);
    keep(sample);
  }
  return left;
}

protocol::Measure SampleTaker::task_of(const PlannedSample& sample) const {
  protocol::Measure task{.subject = subject_of(*sample.planned, project_)};
  task.memory = sample.repetition == kMemoryRepetition;
  for (const SlowDown& slow : options_.slow)
    if (slow.method == sample.planned->pair.method) task.slow_down = slow.share;
  return task;
}

RunEnd SampleTaker::take(const std::vector<PlannedSample>& samples) {
  const std::vector<PlannedSample> wanted = not_known(samples);
  if (wanted.empty()) return RunEnd::kAllDone;
  PlannedRun run(place_);
  for (const PlannedSample& sample : wanted)
    run.add(*sample.planned, task_of(sample), {.seconds = options_.seconds});
  watcher_.begins(wanted);
  const auto start = std::chrono::steady_clock::now();
  const RunEnd end = run.run([&](const TaskEnding& ending) {
    const PlannedSample& sample = wanted[ending.number];
    keep(sample_of(sample, ending.pair.ended));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    watcher_.ended(sample, elapsed.count());
    return Proceed::kGoOn;
  });
  watcher_.all_ended();
  return end;
}

void SampleTaker::keep(const Sample& sample) {
  folder_.append(sample);
  known_.insert({sample.pair, sample.repetition});
}

}  // namespace assay::bench
