// benchmark_json: each sample as a run of Google Benchmark.
#include "reports/overhead_sheet/benchmark_json.h"

#include <map>
#include <sstream>

#include <benchmark/benchmark.h>

namespace assay {

namespace {

using bench::Sample;
using Run = benchmark::BenchmarkReporter::Run;

struct Figure {
  const char* name;
  Spent (*of)(const OverheadSample&);
};
constexpr Figure kFigures[] = {{"cold", [](const OverheadSample& one) { return one.cold.whole; }},
                               {"warm", [](const OverheadSample& one) { return one.warm.whole; }},
                               {"eager", [](const OverheadSample& one) { return one.eager; }}};

Run run_of(const std::string& name, const Spent& spent, std::int64_t index, std::int64_t repetitions) {
  Run run;
  run.run_name.function_name = name;
  run.family_index = 0;
  run.per_family_instance_index = 0;
  run.repetition_index = index;
  run.repetitions = repetitions;
  run.iterations = 1;
  run.statistics = nullptr;
  run.time_unit = benchmark::kMillisecond;
  run.real_accumulated_time = spent.wall_seconds;
  run.cpu_accumulated_time = spent.cpu_seconds;
  if (spent.instructions > 0) run.counters["instructions"] = static_cast<double>(spent.instructions);
  if (spent.gpu_seconds > 0) run.counters["gpu_seconds"] = spent.gpu_seconds;
  return run;
}

std::vector<Run> runs_of(const std::vector<const Sample*>& pair) {
  std::vector<Run> runs;
  const PairId& id = pair.front()->pair;
  const std::string stem =
      id.case_id + "/" + std::string(to_string(id.method)) + "/" + std::string(to_string(id.device)) + "/";
  for (const Figure& figure : kFigures) {
    for (std::size_t i = 0; i < pair.size(); ++i) {
      const Spent spent = figure.of(*pair[i]->measured);
      if (spent.wall_seconds <= 0) continue;  // eager does not run on the phantom
      runs.push_back(run_of(stem + figure.name, spent, static_cast<std::int64_t>(i),
                            static_cast<std::int64_t>(pair.size())));
    }
  }
  return runs;
}

}  // namespace

std::string benchmark_json(const std::vector<Sample>& samples) {
  std::map<PairId, std::vector<const Sample*>> pairs;
  for (const Sample& sample : samples)
    if (sample.measured && sample.repetition != bench::kMemoryRepetition)
      pairs[sample.pair].push_back(&sample);
  std::ostringstream text;
  benchmark::JSONReporter reporter;
  reporter.SetOutputStream(&text);
  reporter.SetErrorStream(&text);
  reporter.ReportContext(benchmark::BenchmarkReporter::Context());
  for (const auto& [id, pair] : pairs) reporter.ReportRuns(runs_of(pair));
  reporter.Finalize();
  return text.str();
}

}  // namespace assay
