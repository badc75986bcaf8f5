// benchmark_json: the JSON that Google Benchmark's tools read.
#include "reports/overhead_sheet/benchmark_json.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "reports/overhead_sheet/overhead_json.h"

namespace assay {
namespace {

bench::Sample timed(std::uint64_t repetition, double eager) {
  bench::Sample sample;
  sample.pair = {"a/x", MethodId::kMakeFx, Device::kCpu};
  sample.repetition = repetition;
  sample.measured.emplace();
  sample.measured->eager = {.wall_seconds = eager, .cpu_seconds = eager};
  sample.measured->cold.whole = {.wall_seconds = 0.5, .cpu_seconds = 0.25, .instructions = 1000};
  sample.measured->warm.whole = {.wall_seconds = 0.25, .cpu_seconds = 0.125};
  return sample;
}

TEST_CASE("each figure is a benchmark, each sample a repetition, times in milliseconds") {
  const auto json = nlohmann::json::parse(benchmark_json({timed(0, 1), timed(1, 1), timed(2, 1)}));
  REQUIRE(json["benchmarks"].size() == 6);
  const auto& cold = json["benchmarks"][1];
  CHECK(cold["name"] == "a/x/make_fx/cpu/cold");
  CHECK(cold["run_type"] == "iteration");
  CHECK(cold["repetitions"] == 2);
  CHECK(cold["repetition_index"] == 1);
  CHECK(cold["real_time"] == 500);
  CHECK(cold["cpu_time"] == 250);
  CHECK(cold["time_unit"] == "ms");
  CHECK(cold["instructions"] == 1000);
  CHECK(json["benchmarks"][4]["name"] == "a/x/make_fx/cpu/eager");
}

// Hidden. ci/benchmark_compare_test.py runs it and passes the files in $ASSAY_FOLDER to Google Benchmark's
// compare.py.
TEST_CASE("two runs, the second twice as slow in eager", "[.compare]") {
  const std::filesystem::path folder(std::getenv("ASSAY_FOLDER"));
  const auto run = [](double eager) {
    std::vector<bench::Sample> samples;
    for (std::uint64_t repetition = 0; repetition < 10; ++repetition)
      samples.push_back(timed(repetition, eager + 0.001 * static_cast<double>(repetition)));
    return benchmark_json(samples);
  };
  std::ofstream(folder / "old.json") << run(1);
  std::ofstream(folder / "new.json") << run(2);
}

TEST_CASE("what there is none of is no benchmark") {
  CHECK(nlohmann::json::parse(benchmark_json({timed(1, 0)}))["benchmarks"].size() == 2);
  CHECK(nlohmann::json::parse(benchmark_json({}))["benchmarks"].empty());
}

TEST_CASE("results.json has estimates, and null where nothing was measured") {
  const auto json = nlohmann::json::parse(overhead_json({timed(1, 0.125), timed(2, 0.125)}));
  CHECK(json["assay_overhead"] == 1);
  CHECK(json["pairs"][0]["warm_to_eager"]["value"] == 1);
  CHECK(json["pairs"][0]["warm_to_eager"]["count"] == 2);
  CHECK(json["families"][0]["cold_to_eager"]["value"] == 2);
  CHECK(nlohmann::json::parse(overhead_json({timed(1, 0)}))["pairs"][0]["warm_to_eager"].is_null());
}

}  // namespace
}  // namespace assay
