// assay bench: what each capture method costs, and what changed in it.
#include <iostream>
#include <memory>
#include <unistd.h>

#include "harness/app/bench_run.h"
#include "harness/bench/overhead.h"
#include "harness/error/error.h"
#include "reports/overhead_sheet/overhead_text.h"

namespace assay {

namespace {

ExitStatus compare_benches(const Session& session, const BenchOptions& options) {
  const auto series = [&](std::size_t side) {
    return bench::series_of(bench::read_samples(options.compare[side]));
  };
  const std::vector<bench::Series> before = series(0), after = series(1);
  if (before.empty() && after.empty())
    throw InputError({.what = "nothing to compare: neither bench has measured anything",
                      .where = options.compare[0] + ", " + options.compare[1],
                      .expected = "samples of times",
                      .next = "assay bench CASE --results DIR"});
  const bench::Bar bar{.margin = share_from(options.margin, "--margin")};
  const std::vector<bench::Change> changes = bench::changes(before, after, bar);
  const Color color = wants_color(session, STDOUT_FILENO) ? Color::kOn : Color::kOff;
  std::cout << changes_text(changes, bar, color);
  const bool slower = std::ranges::any_of(
      changes, [](const auto& change) { return change.movement == bench::Movement::kSlower; });
  return slower ? ExitStatus::kRed : ExitStatus::kGreen;
}

void add_options(Command command, BenchOptions& options) {
  command.add_option(
      "case", options.cases,
      "Ids, globs, case files, FILE.py:CALLABLE, folders of GraphNet samples; none: those of the project");
  command.add_option("--methods,--method", options.methods, "Capture methods").comma_separated();
  command.add_option("--device", options.device, "cpu, cuda or all");
  command
      .add_option("--tier", options.tiers,
                  "Only models of these tiers: by the methods that they have there, or by all of --methods")
      .comma_separated();
  command.add_option("--repetitions", options.repetitions, "Samples of each pair").positive();
  command.add_option("--timeout", options.seconds, "Seconds per sample").positive();
  command.add_option("--results", options.results, "Folder for samples.jsonl, results.json, benchmark.json");
  command.add_flag("--resume", options.resume, "Go on with an interrupted bench");
  command.add_option("--slow", options.slow,
                     "METHOD=10%: make its captures longer by that, to see whether --compare finds it");
  command
      .add_option(
          "--scaling", options.scaling,
          "FAMILY: how costs grow with the size of models; all, or one of plain, residual, attention, "
          "recurrent, parameters, width")
      .comma_separated();
  command
      .add_option("--limit", options.limit,
                  "--scaling: seconds of a capture after which none larger is tried")
      .positive();
  command.add_option("--compare", options.compare, "OLD NEW: compare two benches instead of measuring").two();
  command.add_option("--margin", options.margin, "How much slower is no slow-down, such as 5%");
}

}  // namespace

void add_bench(Command app, Session& session) {
  Command command = app.add_subcommand(
      "bench", "Measure what each capture method costs beside eager, or compare two such runs");
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
