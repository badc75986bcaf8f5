// assay check: cases by methods by devices, against expectations and goldens.
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/app/check_judge.h"
#include "harness/app/check_plan.h"
#include "harness/app/interruption.h"
#include "harness/app/residence.h"
#include "harness/app/session.h"
#include "harness/app/workers.h"
#include "harness/coverage/aliases.h"
#include "harness/error/error.h"
#include "harness/results/results_folder.h"
#include "harness/results/summary.h"
#include "harness/run/shard.h"
#include "harness/words/quantity.h"
#include "harness/words/shell_command.h"
#include "reports/console/coverage_text.h"
#include "reports/console/failure_text.h"
#include "reports/console/progress.h"
#include "reports/console/summary_text.h"
#include "reports/console/verdict_table.h"
#include "reports/junit/junit.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostLines = 12;
constexpr std::size_t kPlainWidth = 120;
constexpr std::size_t kEmptyCaptures = 5;  // enough for a median

struct CheckOptions {
  std::vector<std::string> cases, methods, tiers;
  std::string device = "all", shard, results, junit;
  int parallel = 0;
  bool resume = false, rerun_failed = false, fail_fast = false;
  PlanOptions plan;
};

std::vector<Case> selected_cases(const Session& session, const CheckOptions& options) {
  // What is named is run whatever its tier; the whole zoo means what belongs in CI.
  std::vector<Case> cases = in_tiers(select_cases(session.find(), options.cases), options.tiers);
  if (options.cases.empty() && options.tiers.empty())
    std::erase_if(cases, std::not_fn(is_checked_by_default));
  if (!options.shard.empty()) {
    const Shard shard = shard_from_string(options.shard);
    std::erase_if(cases, [&](const Case& test) { return !in_shard(shard, test.id); });
  }
  return cases;
}

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kPlainWidth;
}

// Pairs that a resumed run need not run again.
bool is_settled(const ResultsFolder& results, const PairId& pair, const CheckOptions& options) {
  const auto& records = results.records();
  const auto found = std::ranges::find(records, pair, &PairResult::pair);
  if (found == records.end()) return false;
  const bool not_replayed = found->outcome == Outcome::kCaptured && !found->replay;
  if (options.plan.replay && not_replayed) return false;
  return options.resume || is_green(found->verdict);
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
  Check(const Session& session, const CheckOptions& options)
      : session_(session),
        options_(options),
        project_(session.find()),
        cases_(selected_cases(session, options)),
        pairs_(plan_pairs(cases_, options.plan)),
        worker_(chosen_worker(session)),
        gpu_(find_gpu()),
        results_(options.results,
                 options.resume || options.rerun_failed ? OpenFor::kResume : OpenFor::kFresh),
        color_(wants_color(session, STDOUT_FILENO) ? Color::kOn : Color::kOff),
        progress_(std::cout, isatty(STDOUT_FILENO) != 0 ? Stream::kTerminal : Stream::kPlain, color_,
                  pairs_.size(), terminal_width()) {}

  ExitStatus run() {
    announce();
    std::vector<Job> jobs = jobs_to_run();
    if (!jobs.empty()) jobs.insert(jobs.begin(), kEmptyCaptures, empty_capture(jobs.front().pair.device));
    const Interruption interruption;
    const RunEnd end = jobs.empty() ? RunEnd::kAllDone : run_pairs(worker_, jobs, pool(interruption));
    progress_.finish();
    results_.finish();
    return report(end);
  }

 private:
  void announce() const {
    if (session_.quiet) return;
    std::cout << announcement(cases_.size(), pairs_.size(), worker_)
              << (gpu_ == Gpu::kPresent ? "; cuda is a real GPU\n" : "; cuda is the phantom\n");
  }

  std::vector<Job> jobs_to_run() {
    std::vector<Job> jobs;
    for (const PlannedPair& planned : pairs_) {
      planned_[planned.pair] = &planned;
      const bool on_phantom = planned.pair.device == Device::kCuda && gpu_ == Gpu::kAbsent;
      if ((options_.resume || options_.rerun_failed) && is_settled(results_, planned.pair, options_))
        continue;
      if (on_phantom && !method(planned.pair.method).on_phantom()) {
        record(unsupported_on_phantom(planned, worker_));
      } else {
        jobs.push_back(job_for(planned, capture_of(planned), options_.plan));
      }
    }
    return jobs;
  }

  protocol::Capture capture_of(const PlannedPair& planned) const {
    const bool transformed = !planned.test->transform.empty();
    return {.subject = subject_of(planned, project_),
            .graph_path = results_.graph_file(planned.pair),
            .untransformed_path = transformed ? results_.untransformed_file(planned.pair).string() : "",
            .replay = options_.plan.replay};
  }

  PoolOptions pool(const Interruption& interruption) {
    PoolOptions pool{.parallel = options_.parallel > 0
                                     ? options_.parallel
                                     : static_cast<int>(std::thread::hardware_concurrency()),
                     .gpu = gpu_,
                     .residence = residence_of(session_)};
    pool.interrupted = &interruption.came();
    pool.on_held = [this](const Job& job, std::size_t running) {
      most_beside_ = std::max(most_beside_, running);
      held_gb_ = job.request.memory_gb;
    };
    pool.on_ended = [this](const PairEnding& ending) {
      if (std::holds_alternative<protocol::Nothing>(ending.job.request.task)) {
        isolation_seconds_.push_back(ending.ended.cost.child_seconds);
        return Proceed::kGoOn;
      }
      ++ran_;
      const PairResult result = judge(*planned_.at(ending.job.pair), ending, {project_, results_});
      record(result);
      if (session_.verbose && !ending.ended.traceback.empty()) std::cout << ending.ended.traceback << "\n";
      return options_.fail_fast && !is_green(result.verdict) ? Proceed::kStop : Proceed::kGoOn;
    };
    return pool;
  }

  void record(const PairResult& result) {
    results_.append(result);
    if (!session_.quiet) progress_.ended(result, elapsed());
  }

  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  // Why fewer pairs than -j were at work.
  std::string memory_text() const {
    if (most_beside_ == 0) return "";
    return fmt::format(
        "memory: no more than {} at a time were sure to fit with {:g} GB each; less with --memory GB\n",
        counted(most_beside_, "pair"), held_gb_);
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
    return shell_command("assay check --resume --results {}", options_.results);
  }

  ExitStatus report(RunEnd end) const {
    const std::vector<PairResult> all = outcome_of_run();
    const Summary summary = summarize(all);
    if (!session_.quiet) std::cout << verdict_table(all, terminal_width(), color_) << "\n";
    std::vector<PairResult> red;
    std::ranges::copy_if(all, std::back_inserter(red),
                         [](const PairResult& result) { return !is_green(result.verdict); });
    if (!red.empty()) std::cout << failure_blocks(red, kMostLines, color_) << "\n";
    if (session_.verbose) std::cout << replay_errors_text(summary, color_) << "\n";
    const std::string covered = coverage_text(summary, color_);
    if (!session_.quiet && !covered.empty()) std::cout << covered << "\n";
    if (session_.verbose) std::cout << print_operator_aliases() << "\n";
    std::cout << summary_text(summary, color_) << isolation_text(median(isolation_seconds_))
              << pace_text(ran_, elapsed(), summary.median_beside_seconds) << memory_text()
              << "results: " << options_.results << "\n";
    if (!options_.junit.empty()) {
      std::ostringstream junit;
      write_junit(all, junit);
      write_text(options_.junit, junit.str());
    }
    if (end == RunEnd::kInterrupted) {
      std::cout << "interrupted; next: " << resume_command() << "\n";
      return ExitStatus::kInterrupted;
    }
    const bool something = std::ranges::any_of(
        all, [](const PairResult& result) { return result.verdict != Verdict::kSkipped; });
    if (!something) std::cout << "every pair was skipped: nothing was checked\n";
    return something && red.empty() ? ExitStatus::kGreen : ExitStatus::kRed;
  }

  const Session& session_;
  const CheckOptions& options_;
  Project project_;
  std::vector<Case> cases_;
  std::vector<PlannedPair> pairs_;
  std::map<PairId, const PlannedPair*> planned_;
  Worker worker_;
  Gpu gpu_;
  ResultsFolder results_;
  Color color_;
  Progress progress_;
  std::size_t ran_ = 0;          // in this run, not resumed from another
  std::size_t most_beside_ = 0;  // pairs at work when another waited for memory; none ever did: 0
  double held_gb_ = 0;
  std::vector<double> isolation_seconds_;  // fork to reaped, of captures that do nothing
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void add_options(Command command, CheckOptions& options) {
  command.add_option("case", options.cases, "Ids, globs, case files, FILE.py:CALLABLE; none: the zoo");
  command.add_option("--methods,--method", options.methods, "Capture methods").comma_separated();
  command.add_option("--device", options.device, "cpu, cuda or all");
  command.add_option("--tier", options.tiers, "Only cases of these tiers").comma_separated();
  command.add_option("-j,--jobs", options.parallel, "Pairs at a time; the cores when not given").positive();
  command.add_option("--shard", options.shard, "I/N: the I-th of N parts of the cases");
  command.add_option("--results", options.results, "Results folder");
  command.add_option("--junit", options.junit, "JUnit XML file to write");
  Option resume = command.add_flag("--resume", options.resume, "Go on with an interrupted run");
  command.add_flag("--rerun-failed", options.rerun_failed, "Run again only what was not green")
      .excludes(resume);
  command.add_flag("--fail-fast", options.fail_fast, "Stop at the first pair that is not green");
  command.add_flag("!--no-replay", options.plan.replay, "Capture and compare only, execute nothing captured");
  command.add_option("--timeout", options.plan.seconds, "Seconds per pair").positive();
  command.add_option("--memory", options.plan.memory_gb, "GB per pair").positive();
}

}  // namespace

void add_check(Command app, Session& session) {
  Command command = app.add_subcommand(
      "check", "The main job: capture, replay, compare with the goldens, and say the verdicts");
  command.footer("Example: assay check 'seed*' --methods make_fx,aot_joint --device cpu");
  const auto options = std::make_shared<CheckOptions>();
  options->results = default_results();
  add_options(command, *options);
  command.callback([options, &session] {
    options->plan.methods =
        options->methods.empty() ? std::vector<MethodId>{} : select_methods(options->methods);
    options->plan.devices = devices_from(options->device);
    session.status = Check(session, *options).run();
  });
}

}  // namespace assay
