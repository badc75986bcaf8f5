// overhead_of: the costs of a pair and of a family from samples.
#include "harness/bench/overhead.h"

#include <catch2/catch.hpp>

namespace assay::bench {
namespace {

Sample timed(const std::string& id, MethodId method, std::uint64_t repetition, double eager, double cold,
             double warm) {
  Sample sample;
  sample.pair = {id, method, Device::kCpu};
  sample.family = id.substr(0, id.find('/'));
  sample.repetition = repetition;
  sample.nodes = 12;
  sample.measured.emplace();
  sample.measured->eager.cpu_seconds = eager;
  sample.measured->cold.yardstick.cpu_seconds = sample.measured->warm.yardstick.cpu_seconds = 0.5;
  sample.measured->eager_forward.cpu_seconds = eager / 2;
  sample.measured->cold.whole.cpu_seconds = cold;
  sample.measured->warm.whole.cpu_seconds = warm;
  return sample;
}

Sample of_memory(const std::string& id, MethodId method) {
  Sample sample = timed(id, method, kMemoryRepetition, 0, 0, 0);
  sample.measured->capture_bytes = 4096;
  return sample;
}

Sample failed(const std::string& id, MethodId method) {
  Sample sample = of_memory(id, method);
  sample.measured.reset();
  sample.outcome = Outcome::kRaises;
  sample.why = "TraceError";
  return sample;
}

constexpr MethodId kFx = MethodId::kMakeFx, kJoint = MethodId::kAotJoint;

TEST_CASE("a ratio is of one child: a slow child has both sides slow") {
  const auto pairs = overhead_of({of_memory("a/x", kFx), timed("a/x", kFx, 1, 1, 8, 4),
                                  timed("a/x", kFx, 2, 2, 16, 8), timed("a/x", kFx, 3, 4, 32, 16)});
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].warm_ratio.value == 4);
  CHECK(pairs[0].warm_ratio.low == 4);
  CHECK(pairs[0].warm_ratio.high == 4);
  CHECK(pairs[0].cold_ratio.value == 8);
  CHECK(pairs[0].warm.value == 8);
  CHECK(pairs[0].eager_forward.value == 1);
  CHECK(pairs[0].capture_bytes == 4096);
  CHECK(pairs[0].nodes == 12);
}

TEST_CASE("what is in no phase is tracing") {
  Sample sample = timed("a/x", kJoint, 1, 1, 8, 4);
  sample.measured->warm.partition.cpu_seconds = 1;
  sample.measured->warm.walk.cpu_seconds = 0.5;
  const auto pairs = overhead_of({sample});
  CHECK(pairs[0].phases.trace == 3);
  CHECK(pairs[0].phases.partition == 1);
  CHECK(pairs[0].phases.walk == 0.5);
}

TEST_CASE("what could not be captured has its reason and no figures, and is no benchmark") {
  const auto pairs = overhead_of({failed("a/x", kFx)});
  CHECK(pairs[0].outcome == Outcome::kRaises);
  CHECK(pairs[0].why == "TraceError");
  CHECK(pairs[0].warm.count == 0);
  CHECK(series_of({failed("a/x", kFx)}).empty());
}

TEST_CASE("a family is the geometric mean of its models, each repetition by itself") {
  const auto families =
      by_family({timed("a/x", kFx, 1, 1, 2, 2), timed("a/y", kFx, 1, 1, 8, 8), timed("a/x", kFx, 2, 1, 2, 2),
                 timed("a/y", kFx, 2, 1, 8, 8), failed("a/z", kFx)});
  REQUIRE(families.size() == 1);
  CHECK(families[0].warm_ratio.value == Approx(4));
  CHECK(families[0].warm_ratio.count == 2);
  CHECK(families[0].measured == 2);
  CHECK(families[0].models == 3);
}

TEST_CASE("a repetition that lacks a model is left out: its mean would be of other models") {
  const auto families = by_family(
      {timed("a/x", kFx, 1, 1, 2, 2), timed("a/y", kFx, 1, 1, 8, 8), timed("a/x", kFx, 2, 1, 2, 2)});
  CHECK(families[0].warm_ratio.count == 1);
  CHECK(families[0].warm_ratio.value == Approx(4));
}

TEST_CASE("without eager there are seconds and no ratios") {
  const auto pairs = overhead_of({timed("a/x", kFx, 1, 0, 2, 1)});
  CHECK(pairs[0].warm.value == 1);
  CHECK(pairs[0].warm_ratio.count == 0);
  CHECK(by_family({timed("a/x", kFx, 1, 0, 2, 1)})[0].measured == 0);
}

TEST_CASE("benchmarks are cold and warm of each pair, in the order of measuring") {
  const auto series =
      series_of({of_memory("a/x", kFx), timed("a/x", kFx, 1, 1, 3, 2), timed("a/x", kJoint, 1, 1, 5, 4)});
  REQUIRE(series.size() == 4);
  CHECK(series[0].name == "a/x make_fx cpu cold");
  CHECK(series[0].samples == std::vector<double>{6});
  CHECK(series[3].name == "a/x aot_joint cpu warm");
  CHECK(series[3].samples == std::vector<double>{8});
}

}  // namespace
}  // namespace assay::bench
