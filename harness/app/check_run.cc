// run_check: cases by methods by devices, each pair judged as it ends.
#include "harness/app/check_run.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <set>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/app/estimate.h"
#include "harness/app/interruption.h"
#include "harness/app/project_line.h"
#include "harness/app/residence.h"
#include "harness/app/run_report.h"
#include "harness/app/workers.h"
#include "harness/check/check_judge.h"
#include "harness/check/project_digest.h"
#include "harness/check/repetition.h"
#include "harness/error/error.h"
#include "harness/results/results_folder.h"
#include "harness/results/summary.h"
#include "harness/spec/case_place.h"
#include "harness/words/quantity.h"
#include "harness/words/shell_command.h"
#include "reports/console/printable.h"
#include "reports/console/progress.h"
#include "reports/console/summary_text.h"

namespace assay {

namespace {

constexpr std::size_t kEmptyCaptures = 5;  // enough for a median
constexpr std::size_t kManyPairs = 200;    // from here on a run is begun knowing what it takes

// The record of a pair that a resumed run need not run again; else null.
const PairResult* settled(const ResultsFolder& results, const PairId& pair, const CheckOptions& options) {
  if (!options.resume && !options.rerun_failed) return nullptr;
  const PairResult* found = results.find(pair);
  if (found == nullptr || found->verdict == Verdict::kMissing) return nullptr;
  const bool not_replayed = found->outcome == Outcome::kCaptured && !found->replay;
  if (options.plan.replay && not_replayed) return nullptr;
  return options.resume || is_green(found->verdict) ? found : nullptr;
}

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

// Not a pair: what isolation alone costs.
Job empty_capture(Device device) {
  Job job;
  job.pair.device = device;
  return job;
}

/// One run: the pairs, where they go, and what is shown meanwhile.
class Check {
 public:
  Check(const Session& session, const CheckOptions& options, const CheckSubject& subject)
      : session_(session),
        options_(options),
        subject_(subject),
        shard_(shard_asked_for(options.shards)),
        project_(session.find()),
        cases_(in_tiers(subject.cases(project_), options.plan.tiers)),
        list_(plan_pairs(cases_, options.plan)),
        earlier_(earlier_records(options.shards)),
        sharding_(deal_out(list_, shard_, options.shards, earlier_)),
        pairs_(part_of(list_, sharding_)),
        worker_(chosen_worker(session)),
        gpu_(find_gpu()),
        results_(options.results,
                 options.resume || options.rerun_failed ? OpenFor::kResume : OpenFor::kFresh),
        terms_{project_, results_.root(), subject.agreed, variable("PYTHONPATH")},
        color_(wants_color(session, STDOUT_FILENO) ? Color::kOn : Color::kOff),
        progress_(std::cout, progress_stream(), color_, workload(), terminal_width()) {}

  ExitStatus run() {
    announce();
    head_ = head();
    results_.begin(head_);
    std::vector<Job> jobs = jobs_to_run();
    estimate(jobs);
    record_unsupported();
    if (!jobs.empty()) jobs.insert(jobs.begin(), kEmptyCaptures, empty_capture(jobs.front().pair.device));
    const Interruption interruption;
    try {
      RunEnd end = jobs.empty() ? RunEnd::kAllDone : run_pairs(worker_, jobs, pool(interruption));
      for (int run = 2; run <= options_.repeat && end == RunEnd::kAllDone; ++run)
        end = repeat(run, interruption);
      return conclude(end);
    } catch (const HarnessError&) {
      conclude_in_spite();
      throw;
    }
  }

 private:
  ExitStatus conclude(RunEnd end) {
    progress_.finish();
    results_.finish();
    return report(end);
  }

  /// Of a run that cannot go on: what there is, before the error that says why. Whatever fails now has that
  /// same reason.
  void conclude_in_spite() {
    const auto try_to = [](const auto& act) {
      try {
        act();
      } catch (const HarnessError&) {
      }
    };
    progress_.finish();
    try_to([this] { results_.finish(); });
    try_to([this] { report(RunEnd::kStopped); });
  }

  void announce() const {
    if (session_.quiet) return;
    if (subject_.agreed == AgreedBy::kGolden)
      std::cout << "assay: " << project_line(project_, cases_) << "\n";
    std::set<std::string> cases;
    for (const PlannedPair& planned : pairs_) cases.insert(planned.pair.case_id);
    std::cout << announcement(cases.size(), pairs_.size(), worker_)
              << (gpu_ == Gpu::kPresent ? "; cuda is a real GPU\n" : "; cuda is the phantom\n");
    if (in_shards()) std::cout << selection_text(sharding_) << "\n";
  }

  bool in_shards() const { return shard_.count > 1; }

  RunHead head() const {
    RunHead head{.command = selection_command(session_, options_),
                 .torch = worker_.torch,
                 .python = worker_.python,
                 .cuda = cuda_of(list_, gpu_),
                 .project = project_.exists ? project_.root : std::filesystem::path(),
                 .results = options_.results,
                 .digest = project_digest(project_, cases_),
                 .replay = options_.plan.replay,
                 .seconds = options_.plan.seconds,
                 .memory_gb = options_.plan.memory_gb,
                 .shard = shard_,
                 .by = sharding_.by,
                 .pairs = listed(list_, sharding_)};
    for (const Case& test : cases_) head.places[test.id] = place_of(test, project_);
    return head;
  }

  // What tells times: --times, or what the run that this one goes on with took so far.
  PairTimes known_times() const {
    return PairTimes(options_.shards.times.empty() ? results_.records() : earlier_);
  }

  Workload workload() const {
    const PairTimes times = known_times();
    Workload load;
    for (const PlannedPair& planned : pairs_) load.add(blank_record(planned), times.of(planned.pair));
    return load;
  }

  std::vector<Job> jobs_to_run() {
    std::vector<Job> jobs;
    for (const PlannedPair& planned : pairs_) {
      planned_[planned.pair] = &planned;
      if (const PairResult* former = settled(results_, planned.pair, options_)) {
        progress_.settled(*former);
      } else if (!unsupported_by(worker_, planned.pair, gpu_).empty()) {
        unsupported_.push_back(&planned);
      } else {
        jobs.push_back(job_for(planned, capture_of(planned), options_.plan));
      }
    }
    return jobs;
  }

  void estimate(const std::vector<Job>& jobs) const {
    if (session_.quiet) return;
    const std::string& times = options_.shards.times;
    std::vector<PairId> pairs;
    for (const Job& job : jobs) pairs.push_back(job.pair);
    if (times.empty() && pairs.size() < kManyPairs) return;
    std::cout << estimate_text(pairs, known_times(), pairs_at_a_time(options_.parallel),
                               times.empty() ? options_.results : times);
  }

  void record_unsupported() {
    for (const PlannedPair* planned : unsupported_) {
      const PairResult result = unsupported(*planned, worker_, unsupported_by(worker_, planned->pair, gpu_));
      results_.append(result);
      progress_.settled(result);  // it took no time, and says nothing of what the others take
    }
  }

  protocol::Capture capture_of(const PlannedPair& planned) const {
    const bool transformed = !planned.test->transform.empty();
    return {.subject = subject_of(planned, project_),
            .graph_path = results_.graph_file(planned.pair),
            .untransformed_path = transformed ? results_.untransformed_file(planned.pair).string() : "",
            .lowered_path = options_.lower ? results_.lowered_file(planned.pair).string() : "",
            .replay = options_.plan.replay};
  }

  // Pairs whose record is of fewer runs than that, so that a run that was interrupted goes on where it was.
  std::vector<Job> jobs_to_repeat(int run) const {
    std::vector<Job> jobs;
    for (const PlannedPair& planned : pairs_) {
      const PairResult* known = results_.find(planned.pair);
      const bool has_run = known != nullptr && known->verdict != Verdict::kMissing &&
                           known->outcome != Outcome::kUnsupported && known->outcome != Outcome::kSkipped;
      if (!has_run || known->repetition.value_or(Repetition{}).runs >= static_cast<std::size_t>(run))
        continue;
      const protocol::Capture again{.subject = subject_of(planned, project_),
                                    .graph_path = results_.repeated_file(planned.pair),
                                    .replay = options_.plan.replay};
      jobs.push_back(job_for(planned, again, options_.plan));
    }
    return jobs;
  }

  // Every pair once more. What it shows is what became of each beside its first run.
  RunEnd repeat(int run, const Interruption& interruption) {
    const std::vector<Job> jobs = jobs_to_repeat(run);
    if (jobs.empty()) return RunEnd::kAllDone;
    progress_.finish();
    Workload load;
    for (const Job& job : jobs) {
      const PairResult& known = *results_.find(job.pair);
      load.add(known, known.cost.child_seconds);
    }
    Progress progress(std::cout, progress_stream(), color_, std::move(load), terminal_width());
    begun_ = std::chrono::steady_clock::now();
    if (!session_.quiet) std::cout << fmt::format("run {} of {}\n", run, options_.repeat);
    PoolOptions again = pool(interruption);
    again.on_ended = [&](const PairEnding& ending) {
      ++ran_;
      const PairResult& before = *results_.find(ending.job.pair);
      const bool was_flaky = before.verdict == Verdict::kFlaky;
      PairResult result = repeated(before, *planned_.at(ending.job.pair), ending, files());
      const bool is_new = result.verdict == Verdict::kFlaky && !was_flaky;
      if (is_new) result.next = on_worker(session_, result.next);
      results_.append(result);
      if (!is_new) result.verdict = Verdict::kMatch;  // of this run with the first
      if (!session_.quiet) progress.ended(result, seconds_since(begun_));
      return options_.fail_fast && is_new ? Proceed::kStop : Proceed::kGoOn;
    };
    const RunEnd end = run_pairs(worker_, jobs, again);
    progress.finish();
    return end;
  }

  RunFiles files() const { return {terms_, results_}; }

  PoolOptions pool(const Interruption& interruption) {
    PoolOptions pool{.parallel = pairs_at_a_time(options_.parallel),
                     .gpu = gpu_,
                     .residence = residence_of(session_),
                     .preload = subject_.preload};
    pool.interrupted = &interruption.came();
    pool.on_held = [this](const Job& job, std::size_t running) {
      most_beside_ = std::max(most_beside_, running);
      held_gb_ = job.request.memory_gb;
    };
    pool.on_recycled = [this](Device) { ++recycled_; };
    pool.on_ended = [this](const PairEnding& ending) {
      if (std::holds_alternative<protocol::Nothing>(ending.job.request.task)) {
        if (isolation_seconds_.empty()) begun_ = std::chrono::steady_clock::now();
        isolation_seconds_.push_back(ending.ended.cost.child_seconds);
        return Proceed::kGoOn;
      }
      ++ran_;
      PairResult result = judge(*planned_.at(ending.job.pair), ending, files());
      result.next = on_worker(session_, result.next);
      record(result);
      if (session_.verbose && !ending.ended.traceback.empty())
        std::cout << printable(ending.ended.traceback) << "\n";
      return options_.fail_fast && !is_green(result.verdict) ? Proceed::kStop : Proceed::kGoOn;
    };
    return pool;
  }

  void record(const PairResult& result) {
    results_.append(result);
    if (!session_.quiet) progress_.ended(result, seconds_since(begun_));
  }

  // Why fewer pairs than -j were at work, and why a worker was started more than once.
  std::string memory_text() const {
    std::string text;
    if (most_beside_ > 0)
      text += fmt::format(
          "memory: no more than {} at a time were sure to fit with {:g} GB each; less with --memory GB\n",
          counted(most_beside_, "pair"), held_gb_);
    if (recycled_ > 0)
      text += fmt::format("memory: the worker was started again {}, having grown by more than {:g} GB\n",
                          counted(recycled_, "time"), PoolOptions{}.growth_gb);
    return text;
  }

  // The records of this run's pairs, in plan order; a pair that was to run and did not is missing.
  std::vector<PairResult> outcome_of_run() const {
    std::map<PairId, const PairResult*> known;
    for (const PairResult& result : results_.records()) known[result.pair] = &result;
    std::vector<PairResult> all;
    for (const PlannedPair& planned : pairs_) {
      const auto found = known.find(planned.pair);
      all.push_back(found != known.end() ? *found->second : blank_record(planned));
      if (found == known.end()) {
        all.back().verdict = Verdict::kMissing;
        all.back().explanation = "was to run and did not";
        all.back().next = resume_command();
      }
    }
    return all;
  }

  std::string resume_command() const {
    const std::string shard = in_shards() ? " --shard " + to_string(shard_) : "";
    return selection_command(session_, options_) + shard +
           shell_command(" --resume --results {}", options_.results);
  }

  ExitStatus report(RunEnd end) const {
    const std::vector<PairResult> all = outcome_of_run();
    const RunShown shown{
        .results = options_.results,
        .everything = resume_command() + " -v",
        .also = isolation_text(median(isolation_seconds_)) +
                pace_text(ran_, seconds_since(start_), summarize(all).median_beside_seconds) + memory_text() +
                "results: " + options_.results + "\n"};
    print_run(session_, all, shown);
    if (subject_.also) std::cout << subject_.also(all);
    tell_elsewhere(session_, all, head_, shown, options_.reports);
    if (end == RunEnd::kInterrupted) {
      std::cout << "interrupted; next: " << resume_command() << "\n";
      return ExitStatus::kInterrupted;
    }
    // Of a shard it is no fault that nothing, or nothing that runs, fell to it: `assay merge` judges the
    // whole.
    return judge_run(all, in_shards() ? MaySkipAll::kYes : MaySkipAll::kNo);
  }

  const Session& session_;
  const CheckOptions& options_;
  const CheckSubject& subject_;
  Shard shard_;
  Project project_;
  std::vector<Case> cases_;
  std::vector<PlannedPair> list_;    // of all shards
  std::vector<PairResult> earlier_;  // of --times
  Sharding sharding_;
  std::vector<PlannedPair> pairs_;  // of this one
  std::vector<const PlannedPair*> unsupported_;
  std::map<PairId, const PlannedPair*> planned_;
  Worker worker_;
  Gpu gpu_;
  ResultsFolder results_;
  RunTerms terms_;
  RunHead head_;
  Color color_;
  Progress progress_;
  std::size_t ran_ = 0;          // in this run, not resumed from another
  std::size_t most_beside_ = 0;  // pairs at work when another waited for memory; none ever did: 0
  double held_gb_ = 0;
  std::size_t recycled_ = 0;               // zygotes
  std::vector<double> isolation_seconds_;  // fork to reaped, of captures that do nothing
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point begun_ = start_;  // its workers had started
};

}  // namespace

CheckSubject zoo_subject(const CheckOptions& options) {
  return {.cases = [&options](const Project& project) { return select_cases(project, options.cases); }};
}

ExitStatus run_check(const Session& session, const CheckOptions& options, const CheckSubject& subject) {
  return Check(session, options, subject).run();
}

}  // namespace assay
