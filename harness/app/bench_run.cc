// run_bench: the jobs in their order, their samples on the disk, then the tables.
#include "harness/app/bench_run.h"

#include <chrono>
#include <iostream>
#include <map>
#include <set>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/app/check_plan.h"
#include "harness/app/interruption.h"
#include "harness/app/residence.h"
#include "harness/app/run_report.h"
#include "harness/app/workers.h"
#include "harness/error/error.h"
#include "harness/overhead/overhead.h"
#include "harness/run/outcome.h"
#include "harness/words/shell_command.h"
#include "harness/words/utf8.h"
#include "reports/console/progress.h"
#include "reports/overhead_sheet/benchmark_json.h"
#include "reports/overhead_sheet/overhead_json.h"
#include "reports/overhead_sheet/overhead_text.h"

namespace assay {

namespace {

using overhead::kMemoryRepetition;
using overhead::Sample;

constexpr std::size_t kMostReason = 300;  // bytes

/// A sample that is to be taken.
struct PlannedSample {
  const PlannedPair* planned = nullptr;
  std::uint64_t repetition = kMemoryRepetition;
};

using SampleId = std::pair<PairId, std::uint64_t>;

class Bench {
 public:
  Bench(const Session& session, const BenchOptions& options)
      : session_(session),
        options_(options),
        slow_downs_(slow_downs_from(options.slow)),
        project_(session.find()),
        cases_(in_tiers(select_cases(project_, options.cases), options.tiers)),
        pairs_(plan_pairs(cases_, {.methods = options.methods.empty() ? std::vector<MethodId>{}
                                                                      : select_methods(options.methods),
                                   .devices = devices_from(options.device),
                                   .tiers = options.tiers})),
        worker_(chosen_worker(session)),
        gpu_(find_gpu()),
        folder_(options.results, options.resume ? overhead::Opened::kResumed : overhead::Opened::kFresh),
        color_(wants_color(session, STDOUT_FILENO) ? Color::kOn : Color::kOff) {
    for (const Sample& sample : folder_.samples()) known_.insert({sample.pair, sample.repetition});
  }

  ExitStatus run() {
    if (!session_.quiet)
      std::cout << announcement(cases_.size(), pairs_.size(), worker_)
                << fmt::format("; {} samples of each, one child at a time\n", options_.repetitions);
    const Interruption interruption;
    RunEnd end = take(of_memory(), interruption);
    if (end == RunEnd::kAllDone) end = take(of_times(), interruption);
    return report(end);
  }

 private:
  std::vector<PlannedSample> of_memory() {
    std::vector<PlannedSample> wanted;
    for (const PlannedPair& planned : pairs_) {
      std::string reason = unsupported_by(worker_, planned.pair, gpu_);
      if (reason.empty())
        wanted.push_back({&planned, kMemoryRepetition});
      else if (!known_.contains({planned.pair, kMemoryRepetition}))
        keep({.pair = planned.pair,
              .family = planned.test->family,
              .outcome = Outcome::kUnsupported,
              .why = std::move(reason)});
    }
    return not_known(wanted);
  }

  /// Of what could be captured, and once too: case by case, in each the methods in turn.
  std::vector<PlannedSample> of_times() const {
    std::set<PairId> captured;
    for (const Sample& sample : folder_.samples())
      if (sample.repetition == kMemoryRepetition && sample.measured) captured.insert(sample.pair);
    std::vector<PlannedSample> wanted;
    for (auto first = pairs_.begin(); first != pairs_.end();) {
      const auto last = std::find_if(first, pairs_.end(), [&](const PlannedPair& other) {
        return other.pair.case_id != first->pair.case_id;
      });
      for (std::uint64_t repetition = 1; repetition <= options_.repetitions; ++repetition)
        for (auto planned = first; planned != last; ++planned)
          if (captured.contains(planned->pair)) wanted.push_back({&*planned, repetition});
      first = last;
    }
    return not_known(wanted);
  }

  std::vector<PlannedSample> not_known(const std::vector<PlannedSample>& wanted) const {
    std::vector<PlannedSample> left;
    for (const PlannedSample& sample : wanted)
      if (!known_.contains({sample.planned->pair, sample.repetition})) left.push_back(sample);
    return left;
  }

  Job job_of(const PlannedSample& sample) const {
    protocol::Measure task{.subject = subject_of(*sample.planned, project_)};
    task.memory = sample.repetition == kMemoryRepetition;
    for (const SlowDown& slow : slow_downs_)
      if (slow.method == sample.planned->pair.method) task.slow_down = slow.share;
    return job_for(*sample.planned, std::move(task), {.seconds = options_.seconds});
  }

  /// How progress calls it: pairs are many samples.
  static PairResult shown(const PlannedSample& sample) {
    PairResult shown = blank_record(*sample.planned);
    shown.verdict = Verdict::kMatch;
    if (sample.repetition != kMemoryRepetition) shown.pair.case_id += fmt::format(" ({})", sample.repetition);
    return shown;
  }

  RunEnd take(const std::vector<PlannedSample>& samples, const Interruption& interruption) {
    if (samples.empty()) return RunEnd::kAllDone;
    std::vector<Job> jobs;
    Workload load;
    for (const PlannedSample& sample : samples) {
      jobs.push_back(job_of(sample));
      load.add(shown(sample));
    }
    Progress progress(std::cout, isatty(STDOUT_FILENO) != 0 ? Stream::kTerminal : Stream::kPlain, color_,
                      std::move(load), terminal_width());
    const auto start = std::chrono::steady_clock::now();
    PoolOptions pool{.gpu = gpu_, .residence = residence_of(session_)};
    pool.interrupted = &interruption.came();
    pool.on_ended = [&](const PairEnding& ending) {
      const PlannedSample& sample = samples[static_cast<std::size_t>(&ending.job - jobs.data())];
      keep(sample_of(sample, ending.ended));
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
      if (!session_.quiet) progress.ended(shown(sample), elapsed.count());
      return Proceed::kGoOn;
    };
    const RunEnd end = run_pairs(worker_, jobs, pool);
    progress.finish();
    return end;
  }

  static Sample sample_of(const PlannedSample& planned, const protocol::Ended& ended) {
    Sample sample{.pair = planned.planned->pair,
                  .family = planned.planned->test->family,
                  .repetition = planned.repetition,
                  .nodes = ended.nodes,
                  .outcome = outcome_of(ended),
                  .measured = ended.overhead};
    if (sample.outcome != Outcome::kCaptured) {
      sample.measured.reset();
      sample.why = shortened(describe(ended), kMostReason);
    }
    return sample;
  }

  void keep(const Sample& sample) {
    folder_.append(sample);
    known_.insert({sample.pair, sample.repetition});
  }

  ExitStatus report(RunEnd end) const {
    const std::vector<Sample>& samples = folder_.samples();
    write_text(folder_.root() / "results.json", overhead_json(samples));
    write_text(folder_.root() / "benchmark.json", benchmark_json(samples));
    const std::vector<overhead::PairOverhead> pairs = overhead::overhead_of(samples);
    std::cout << "\n" << overhead_text(samples, color_);
    if (session_.verbose) std::cout << "\n" << pairs_text(pairs, color_);
    std::cout << "results: " << folder_.root().string() << "\n";
    if (end != RunEnd::kAllDone) {
      std::cout << shell_command(
          "interrupted; what was measured is kept; next: the same command with --resume --results {}\n",
          folder_.root());
      return ExitStatus::kInterrupted;
    }
    const bool any = std::ranges::any_of(pairs, [](const auto& pair) { return pair.warm.count > 0; });
    if (!any) std::cout << "nothing could be measured\n";
    return any ? ExitStatus::kGreen : ExitStatus::kRed;
  }

  const Session& session_;
  const BenchOptions& options_;
  std::vector<SlowDown> slow_downs_;
  Project project_;
  std::vector<Case> cases_;
  std::vector<PlannedPair> pairs_;
  Worker worker_;
  Gpu gpu_;
  overhead::SamplesFolder folder_;
  Color color_;
  std::set<SampleId> known_;
};

}  // namespace

double share_from(const std::string& text, const std::string& flag) {
  std::size_t read = 0;
  double percent = -1;
  try {
    percent = std::stod(text, &read);
  } catch (const std::exception&) {
    read = 0;
  }
  if (read == 0 || text.substr(read) != "%" || !(percent >= 0) || percent > 1000)
    throw InputError({.what = "not a share",
                      .where = flag,
                      .expected = "a number of per cent, such as 5%",
                      .found = text,
                      .next = "assay bench --help"});
  return percent / 100;
}

std::vector<SlowDown> slow_downs_from(const std::vector<std::string>& texts) {
  std::vector<SlowDown> all;
  for (const std::string& text : texts) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos)
      throw InputError({.what = "not a slow-down",
                        .where = "--slow",
                        .expected = "METHOD=SHARE, such as make_fx=10%",
                        .found = text,
                        .next = "assay bench --help"});
    for (const MethodId method : select_methods({text.substr(0, sign)}))
      all.push_back({method, share_from(text.substr(sign + 1), "--slow")});
  }
  return all;
}

ExitStatus run_bench(const Session& session, const BenchOptions& options) {
  return Bench(session, options).run();
}

}  // namespace assay
