// assay bench: the cost of each capture method, and changes of it.
#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <unistd.h>

#include <fmt/format.h>

#include "harness/app/workers.h"
#include "harness/bench/overhead.h"
#include "harness/bench/scaling_run.h"
#include "harness/error/error.h"
#include "harness/results/write_file.h"
#include "harness/run/interruption.h"
#include "harness/words/shell_command.h"
#include "reports/overhead_sheet/bench_screen.h"
#include "reports/overhead_sheet/benchmark_json.h"
#include "reports/overhead_sheet/growth_text.h"
#include "reports/overhead_sheet/overhead_json.h"
#include "reports/overhead_sheet/overhead_text.h"
#include "reports/run_screen/first_lines.h"

namespace assay {

namespace {

struct BenchOptions {
  std::vector<std::string> cases = {}, methods = {}, tiers = {}, slow = {};
  std::vector<std::string> compare = {};  ///< OLD, NEW
  std::vector<std::string> scaling = {};  ///< families of models/scaling.py
  std::string device = "cpu", results = {}, margin = "5%";
  std::uint64_t repetitions = 10;
  double seconds = 0;  ///< per child; 0: the limit of each case
  double limit = 60;   ///< --scaling: a method whose capture took longer gets no larger models
  bool resume = false;
};

/// Tiers select only some methods per model. Explicitly named methods are compared over the same models.
PlanOptions plan_of(const BenchOptions& options) {
  PlanOptions plan{.devices = devices_from(options.device)};
  if (options.methods.empty()) {
    plan.tiers = options.tiers;
  } else {
    plan.methods = select_methods(options.methods);
  }
  return plan;
}

/// Everything needed to take the samples of a bench.
struct BenchSetUp {
  BenchSetUp(const Session& session, const BenchOptions& options, const Project& project, double seconds)
      : slow(bench::slow_downs_from(options.slow, "--slow")),
        worker(chosen_worker(session)),
        screen(session.quiet, session.color_on(STDOUT_FILENO)),
        taker(project, place_of(session, worker, interruption),
              {.results = options.results, .resume = options.resume, .seconds = seconds, .slow = slow},
              screen) {}

  std::vector<bench::SlowDown> slow;
  Worker worker;
  Interruption interruption;
  BenchScreen screen;
  bench::SampleTaker taker;
};

ExitStatus interrupted(const bench::SampleTaker& taker) {
  std::cout << shell_command(
      "interrupted; what was measured is kept; next: the same command with --resume --results {}\n",
      taker.root());
  return ExitStatus::kInterrupted;
}

/// First takes a memory sample of every pair, then each time sample in its own child.
ExitStatus run_bench(const Session& session, const BenchOptions& options) {
  const Project project = session.find();
  const std::vector<Case> cases = in_tiers(select_cases(project, options.cases), options.tiers);
  const std::vector<PlannedPair> pairs = plan_pairs(cases, plan_of(options));
  BenchSetUp set_up(session, options, project, options.seconds);
  bench::SampleTaker& taker = set_up.taker;
  if (!session.quiet)
    std::cout << announcement(cases.size(), pairs.size(), set_up.worker)
              << fmt::format("; {} samples of each, one child at a time\n", options.repetitions);
  RunEnd end = taker.take(bench::samples_of_memory(pairs));
  if (end == RunEnd::kAllDone)
    end = taker.take(bench::samples_of_times(pairs, taker.samples(), options.repetitions));
  write_file(taker.root() / "results.json", overhead_json(taker.samples()));
  write_file(taker.root() / "benchmark.json", benchmark_json(taker.samples()));
  const Color color = session.color_on(STDOUT_FILENO);
  std::cout << "\n" << overhead_text(taker.samples(), color);
  if (session.verbose) std::cout << "\n" << pairs_text(bench::overhead_of(taker.samples()), color);
  std::cout << "results: " << taker.root().string() << "\n";
  if (end != RunEnd::kAllDone) return interrupted(taker);
  const bool any = std::ranges::any_of(taker.samples(), [](const bench::Sample& sample) {
    return sample.measured && sample.repetition != bench::kMemoryRepetition;
  });
  if (!any) std::cout << "nothing could be measured\n";
  return any ? ExitStatus::kGreen : ExitStatus::kRed;
}

ExitStatus run_scaling(const Session& session, const BenchOptions& options) {
  const Project project = session.find();
  const bench::ScalingTerms terms{.families = options.scaling,
                                  .methods = select_methods(options.methods),
                                  .devices = devices_from(options.device),
                                  .repetitions = options.repetitions,
                                  .limit = options.limit,
                                  .models = session.own_tree() / "models"};
  BenchSetUp set_up(session, options, project, bench::child_seconds(terms));
  bench::SampleTaker& taker = set_up.taker;
  const RunEnd end = bench::run_scaling(
      terms, taker, [&](const std::string& family, std::uint64_t size, std::size_t methods) {
        if (!session.quiet) std::cout << fmt::format("{} of {}: {} methods\n", family, size, methods);
      });
  const std::vector<bench::Growth> growth = bench::growth_of(taker.samples());
  write_file(taker.root() / "results.json", growth_json(growth));
  std::cout << "\n"
            << growth_text(growth, session.color_on(STDOUT_FILENO)) << "results: " << taker.root().string()
            << "\n";
  if (end != RunEnd::kAllDone) return interrupted(taker);
  const bool any =
      std::ranges::any_of(growth, [](const bench::Growth& one) { return one.scaling.has_value(); });
  return any ? ExitStatus::kGreen : ExitStatus::kRed;
}

ExitStatus compare_benches(const Session& session, const BenchOptions& options) {
  const auto series = [&](std::size_t side) {
    return bench::series_of(bench::read_samples(options.compare[side]));
  };
  const std::vector<bench::Series> before = series(0), after = series(1);
  if (before.empty() && after.empty())
    throw InputError({.what = "nothing to compare: neither bench has measured anything",
                      .where = options.compare[0] + ", " + options.compare[1],
                      .expected = "samples of times",
                      .next = Command{"bench", {"CASE", "--results", "DIR"}}});
  const bench::Bar bar{.margin = bench::share_from(options.margin, "--margin")};
  const std::vector<bench::Change> changes = bench::changes(before, after, bar);
  std::cout << changes_text(changes, bar, session.color_on(STDOUT_FILENO));
  const bool slower = std::ranges::any_of(
      changes, [](const auto& change) { return change.movement == bench::Movement::kSlower; });
  return slower ? ExitStatus::kRed : ExitStatus::kGreen;
}

void add_options(Subcommand command, BenchOptions& options) {
  command.add_option(
      "case", options.cases,
      "Ids, globs, case files, FILE.py:CALLABLE, folders of GraphNet samples (default: the project's cases)");
  command.add_option("--methods,--method", options.methods, "Capture methods")
      .value("METHOD")
      .comma_separated();
  command.add_option("--device", options.device, "cpu, cuda or all").value("DEVICE");
  command
      .add_option("--tier", options.tiers,
                  "Only models of these tiers, by their methods of the tier or by --methods")
      .value("TIER")
      .comma_separated();
  command.add_option("--repetitions", options.repetitions, "Samples per pair").positive();
  command.add_option("--timeout", options.seconds, "Seconds per sample").value("SECONDS").positive();
  command.add_option("--results", options.results, "Folder for samples.jsonl, results.json, benchmark.json")
      .value("DIR");
  command.add_flag("--resume", options.resume, "Continue an interrupted bench");
  command
      .add_option("--slow", options.slow, "METHOD=10%: slow down captures of this method, to try --compare")
      .value("METHOD=PERCENT");
  command
      .add_option("--scaling", options.scaling,
                  "Measure cost against model size, by family: all, plain, residual, attention, "
                  "recurrent, parameters or width")
      .value("FAMILY")
      .comma_separated();
  command
      .add_option("--limit", options.limit,
                  "With --scaling: once a capture takes this many seconds, skip larger models")
      .value("SECONDS")
      .positive();
  command.add_option("--compare", options.compare, "OLD NEW: compare two results folders and measure nothing")
      .value("DIR")
      .two();
  command.add_option("--margin", options.margin, "Slow-downs up to this margin are ignored").value("PERCENT");
}

}  // namespace

void add_bench(Subcommand app, Session& session) {
  Subcommand command =
      app.add_subcommand("bench", "Measure capture overhead against eager, or compare two measurements");
  command.footer(
      "Example: assay bench torchvision/resnet18 --methods make_fx,aot_joint\n"
      "Exit: 0 measured, or nothing slower past the margin; 1 something is, or nothing could be measured");
  const auto options = std::make_shared<BenchOptions>();
  const std::string asked = variable("ASSAY_RESULTS");
  options->results = asked.empty() ? "build/bench" : asked;
  add_options(command, *options);
  command.callback([options, &session] {
    if (!options->compare.empty()) {
      session.status = compare_benches(session, *options);
      return;
    }
    if (!options->scaling.empty()) {
      session.status = run_scaling(session, *options);
      return;
    }
    if (options->cases.empty() && options->tiers.empty()) options->tiers = {std::string(kDefaultTier)};
    session.status = run_bench(session, *options);
  });
}

}  // namespace assay
