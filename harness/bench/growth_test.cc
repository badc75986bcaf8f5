// growth_of: sizes, points and the size where a method stopped.
#include "harness/bench/growth.h"

#include <catch2/catch.hpp>

namespace assay::bench {
namespace {

Sample captured(std::uint64_t size, double seconds, std::uint64_t repetition = 1) {
  Sample sample;
  sample.pair = {scaling_case("plain", size), MethodId::kMakeFx, Device::kCpu};
  sample.repetition = repetition;
  sample.measured.emplace();
  sample.measured->warm.whole.cpu_seconds = seconds;
  return sample;
}

Sample failed(std::uint64_t size) {
  Sample sample = captured(size, 0);
  sample.measured.reset();
  sample.outcome = Outcome::kRaises;
  sample.why = "RecursionError";
  return sample;
}

std::vector<Sample> linear_up_to(std::uint64_t largest) {
  std::vector<Sample> samples;
  for (const std::uint64_t size : scaling_sizes())
    if (size <= largest) samples.push_back(captured(size, 1e-3 * static_cast<double>(size)));
  return samples;
}

TEST_CASE("sizes grow from ten to a hundred thousand, none more than two and a half times the one before") {
  const auto sizes = scaling_sizes();
  REQUIRE(sizes.front() == 10);
  REQUIRE(sizes.back() == 100'000);
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    REQUIRE(sizes[i] > sizes[i - 1]);
    REQUIRE(2 * sizes[i] <= 5 * sizes[i - 1]);
  }
}

TEST_CASE("a model's id holds its size, and an id of the zoo holds none") {
  REQUIRE(size_of_case(scaling_case("plain", 200)) == 200);
  for (const char* id : {"torchvision/resnet18", "plain", "plain/", "plain/0", "plain/2x"})
    REQUIRE_FALSE(size_of_case(id));
}

TEST_CASE("a point is the median of its samples, and enough of them have an exponent") {
  auto samples = linear_up_to(1000);
  samples.push_back(captured(10, 3e-2, 2));
  samples.push_back(captured(10, 5e-3, 3));
  const auto growth = growth_of(samples);
  REQUIRE(growth.size() == 1);
  REQUIRE(growth[0].points[0].cost == 1e-2);
  REQUIRE(growth[0].points.size() == 7);
  REQUIRE(growth[0].scaling->exponent == Approx(1).margin(0.1));
}

TEST_CASE("four sizes have none, and nothing is made up for them") {
  const auto growth = growth_of(linear_up_to(100));
  REQUIRE(growth[0].points.size() == 4);
  REQUIRE_FALSE(growth[0].scaling);
}

TEST_CASE("a method stops where it fails, and says where, or where one capture takes the limit") {
  auto samples = linear_up_to(500);
  REQUIRE(goes_on(growth_of(samples)[0], 60));
  REQUIRE_FALSE(goes_on(growth_of(samples)[0], 0.5));
  samples.push_back(failed(1000));
  const auto growth = growth_of(samples);
  REQUIRE(growth[0].stopped == "at 1,000: RecursionError");
  REQUIRE_FALSE(goes_on(growth[0], 60));
}

TEST_CASE("samples of other cases and of memory are no points") {
  Sample other = captured(10, 1);
  other.pair.case_id = "torchvision/resnet18";
  REQUIRE(growth_of({other}).empty());
  REQUIRE(growth_of({captured(10, 1, kMemoryRepetition)})[0].points.empty());
}

}  // namespace
}  // namespace assay::bench
