// run_scaling: the models of a size by every method that is still in, then the next size.
#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/app/bench_run.h"
#include "harness/app/workers.h"
#include "harness/bench/growth.h"
#include "harness/check/check_plan.h"
#include "harness/error/error.h"
#include "harness/words/nearest.h"
#include "harness/words/shell_command.h"
#include "reports/overhead_sheet/growth_text.h"

namespace assay {

namespace {

using bench::Growth;

constexpr double kChildToCapture = 5;  // a child loads, captures cold and warm, and runs eager

/// The case of a model: its factory is in Assay's own tree, whatever the project.
std::vector<Case> case_of(const Session& session, const std::string& family, std::uint64_t size) {
  const nlohmann::ordered_json text{{"case", bench::scaling_case(family, size)},
                                    {"factory", "scaling.py:" + family},
                                    {"kwargs", {{"size", size}}}};
  return read_case_text(text.dump(), session.own_tree() / "models" / "scaling.json");
}

std::vector<std::string> families_from(const std::vector<std::string>& asked) {
  for (const std::string& family : asked) {
    const auto& known = scaling_families();
    if (family == "all" || std::ranges::find(known, family) != known.end()) continue;
    std::string names = "all";
    for (const std::string& name : known) names += ", " + name;
    throw InputError({.what = "unknown family '" + family + "'",
                      .where = "--scaling",
                      .expected = names,
                      .found = family,
                      .next = "assay bench --scaling all"});
  }
  return std::ranges::find(asked, "all") != asked.end() ? scaling_families() : asked;
}

class ScalingBench {
 public:
  ScalingBench(const Session& session, const BenchOptions& options)
      : session_(session),
        options_(options),
        project_(session.find()),
        methods_(select_methods(options.methods)),
        devices_(devices_from(options.device)),
        taker_(session, project_,
               {.results = options.results,
                .resume = options.resume,
                .seconds = kChildToCapture * options.limit,
                .slow = slow_downs_from(options.slow)}) {}

  ExitStatus run() {
    const Interruption interruption;
    RunEnd end = RunEnd::kAllDone;
    for (const std::string& family : families_from(options_.scaling)) {
      for (const std::uint64_t size : bench::scaling_sizes()) {
        if (end == RunEnd::kAllDone) end = take(family, size, interruption);
      }
    }
    const std::vector<Growth> growth = bench::growth_of(taker_.samples());
    write_text(taker_.root() / "results.json", growth_json(growth));
    std::cout << "\n" << growth_text(growth, taker_.color()) << "results: " << taker_.root().string() << "\n";
    if (end != RunEnd::kAllDone) {
      std::cout << shell_command(
          "interrupted; what was measured is kept; next: the same command with --resume --results {}\n",
          taker_.root());
      return ExitStatus::kInterrupted;
    }
    const bool any = std::ranges::any_of(growth, [](const Growth& one) { return one.scaling.has_value(); });
    return any ? ExitStatus::kGreen : ExitStatus::kRed;
  }

 private:
  /// Methods of a family that go on to larger models.
  std::vector<PlannedPair> still_in(const std::vector<PlannedPair>& pairs, const std::string& family) const {
    std::set<std::pair<MethodId, Device>> out;
    for (const Growth& growth : bench::growth_of(taker_.samples()))
      if (growth.family == family && !bench::goes_on(growth, options_.limit))
        out.insert({growth.method, growth.device});
    std::vector<PlannedPair> in;
    for (const PlannedPair& planned : pairs)
      if (!out.contains({planned.pair.method, planned.pair.device})) in.push_back(planned);
    return in;
  }

  RunEnd take(const std::string& family, std::uint64_t size, const Interruption& interruption) {
    const std::vector<Case> cases = case_of(session_, family, size);
    const std::vector<PlannedPair> pairs =
        still_in(plan_pairs(cases, {.methods = methods_, .devices = devices_}), family);
    if (pairs.empty()) return RunEnd::kAllDone;
    if (!session_.quiet) std::cout << fmt::format("{} of {}: {} methods\n", family, size, pairs.size());
    std::vector<PlannedSample> wanted;
    for (std::uint64_t repetition = 1; repetition <= options_.repetitions; ++repetition)
      for (const PlannedPair& planned : pairs) wanted.push_back({&planned, repetition});
    return taker_.take(wanted, interruption);
  }

  const Session& session_;
  const BenchOptions& options_;
  Project project_;
  std::vector<MethodId> methods_;
  std::vector<Device> devices_;
  BenchTaker taker_;
};

}  // namespace

const std::vector<std::string>& scaling_families() {
  static const std::vector<std::string> families{"plain",     "residual",   "attention",
                                                 "recurrent", "parameters", "width"};
  return families;
}

ExitStatus run_scaling(const Session& session, const BenchOptions& options) {
  return ScalingBench(session, options).run();
}

}  // namespace assay
