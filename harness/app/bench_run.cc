// run_bench: the samples in their order, then the tables.
#include "harness/app/bench_run.h"

#include <algorithm>
#include <iostream>
#include <set>

#include <fmt/format.h>

#include "harness/app/workers.h"
#include "harness/bench/overhead.h"
#include "harness/check/check_plan.h"
#include "harness/error/error.h"
#include "harness/words/shell_command.h"
#include "reports/overhead_sheet/benchmark_json.h"
#include "reports/overhead_sheet/overhead_json.h"
#include "reports/overhead_sheet/overhead_text.h"

namespace assay {

namespace {

using bench::kMemoryRepetition;
using bench::Sample;

std::vector<PlannedSample> of_memory(const std::vector<PlannedPair>& pairs) {
  std::vector<PlannedSample> wanted;
  for (const PlannedPair& planned : pairs) wanted.push_back({&planned, kMemoryRepetition});
  return wanted;
}

/// Of what was captured for its memory: case by case, in each the methods in turn.
std::vector<PlannedSample> of_times(const std::vector<PlannedPair>& pairs, const std::vector<Sample>& known,
                                    std::uint64_t repetitions) {
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

/// A tier has some methods of each model only. Methods that are named are compared over the same models.
PlanOptions plan_of(const BenchOptions& options) {
  PlanOptions plan{.devices = devices_from(options.device)};
  if (options.methods.empty()) {
    plan.tiers = options.tiers;
  } else {
    plan.methods = select_methods(options.methods);
  }
  return plan;
}

void print_bench(const BenchTaker& taker, bool with_pairs) {
  const std::vector<Sample>& samples = taker.samples();
  std::cout << "\n" << overhead_text(samples, taker.color());
  if (with_pairs) std::cout << "\n" << pairs_text(bench::overhead_of(samples), taker.color());
  std::cout << "results: " << taker.root().string() << "\n";
}

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
  const Project project = session.find();
  const std::vector<Case> cases = in_tiers(select_cases(project, options.cases), options.tiers);
  const std::vector<PlannedPair> pairs = plan_pairs(cases, plan_of(options));
  BenchTaker taker(session, project,
                   {.results = options.results,
                    .resume = options.resume,
                    .seconds = options.seconds,
                    .slow = slow_downs_from(options.slow)});
  if (!session.quiet)
    std::cout << announcement(cases.size(), pairs.size(), taker.worker())
              << fmt::format("; {} samples of each, one child at a time\n", options.repetitions);
  const Interruption interruption;
  RunEnd end = taker.take(of_memory(pairs), interruption);
  if (end == RunEnd::kAllDone)
    end = taker.take(of_times(pairs, taker.samples(), options.repetitions), interruption);
  write_text(taker.root() / "results.json", overhead_json(taker.samples()));
  write_text(taker.root() / "benchmark.json", benchmark_json(taker.samples()));
  print_bench(taker, session.verbose);
  if (end != RunEnd::kAllDone) {
    std::cout << shell_command(
        "interrupted; what was measured is kept; next: the same command with --resume --results {}\n",
        taker.root());
    return ExitStatus::kInterrupted;
  }
  const bool any = std::ranges::any_of(taker.samples(), [](const Sample& sample) {
    return sample.measured && sample.repetition != kMemoryRepetition;
  });
  if (!any) std::cout << "nothing could be measured\n";
  return any ? ExitStatus::kGreen : ExitStatus::kRed;
}

}  // namespace assay
