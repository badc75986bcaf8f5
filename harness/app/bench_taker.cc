// BenchTaker: planned samples to jobs, endings to samples.
#include "harness/app/bench_taker.h"

#include <chrono>
#include <iostream>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/app/residence.h"
#include "harness/app/run_report.h"
#include "harness/app/workers.h"
#include "harness/check/planned_run.h"
#include "harness/run/outcome.h"
#include "harness/words/utf8.h"
#include "reports/console/progress.h"

namespace assay {

namespace {

using bench::kMemoryRepetition;
using bench::Sample;

constexpr std::size_t kMostReason = 300;  // bytes

/// How progress calls it: a pair is many samples.
PairResult shown(const PlannedSample& sample) {
  PairResult shown = blank_record(*sample.planned);
  shown.verdict = Verdict::kMatch;
  shown.tiers.clear();
  if (sample.repetition != kMemoryRepetition) shown.pair.case_id += fmt::format(" ({})", sample.repetition);
  return shown;
}

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

BenchTaker::BenchTaker(const Session& session, const Project& project, Options options)
    : session_(session),
      project_(project),
      options_(std::move(options)),
      worker_(chosen_worker(session)),
      gpu_(find_gpu()),
      folder_(options_.results, options_.resume ? bench::Opened::kResumed : bench::Opened::kFresh),
      color_(wants_color(session, STDOUT_FILENO) ? Color::kOn : Color::kOff) {
  for (const Sample& sample : folder_.samples()) known_.insert({sample.pair, sample.repetition});
}

std::vector<PlannedSample> BenchTaker::not_known(const std::vector<PlannedSample>& samples) {
  std::vector<PlannedSample> left;
  for (const PlannedSample& planned : samples) {
    if (known_.contains({planned.planned->pair, planned.repetition})) continue;
    std::string reason = unsupported_by(worker_, planned.planned->pair, gpu_);
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

protocol::Measure BenchTaker::task_of(const PlannedSample& sample) const {
  protocol::Measure task{.subject = subject_of(*sample.planned, project_)};
  task.memory = sample.repetition == kMemoryRepetition;
  for (const SlowDown& slow : options_.slow)
    if (slow.method == sample.planned->pair.method) task.slow_down = slow.share;
  return task;
}

RunEnd BenchTaker::take(const std::vector<PlannedSample>& samples, const Interruption& interruption) {
  const std::vector<PlannedSample> wanted = not_known(samples);
  if (wanted.empty()) return RunEnd::kAllDone;
  PlannedRun run({.worker = worker_,
                  .gpu = gpu_,
                  .residence = residence_of(session_),
                  .interrupted = interruption.came()});
  Workload load;
  for (const PlannedSample& sample : wanted) {
    run.add(*sample.planned, task_of(sample), {.seconds = options_.seconds});
    load.add(shown(sample));
  }
  Progress progress(std::cout, progress_stream(), color_, std::move(load), terminal_width());
  const auto start = std::chrono::steady_clock::now();
  const RunEnd end = run.run([&](const TaskEnding& ending) {
    const PlannedSample& sample = wanted[ending.number];
    keep(sample_of(sample, ending.pair.ended));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (!session_.quiet) progress.ended(shown(sample), elapsed.count());
    return Proceed::kGoOn;
  });
  progress.finish();
  return end;
}

void BenchTaker::keep(const Sample& sample) {
  folder_.append(sample);
  known_.insert({sample.pair, sample.repetition});
}

}  // namespace assay
