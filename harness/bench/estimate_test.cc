// estimate: medians, and intervals with the stated coverage.
#include "harness/bench/estimate.h"

#include <random>

#include <catch2/catch.hpp>

#include "harness/error/error.h"

namespace assay::bench {
namespace {

std::vector<double> skewed(std::uint64_t seed, std::size_t count) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> drawn(0, 0.5);  // with median 1
  std::vector<double> samples(count);
  for (double& one : samples) one = drawn(random);
  return samples;
}

TEST_CASE("a median is the middle sample, or the mean of the two") {
  REQUIRE(median({}) == 0);
  REQUIRE(median({3, 1, 2}) == 2);
  REQUIRE(median({4, 1, 2, 3}) == 2.5);
}

TEST_CASE("an outlier moves neither the median nor, beside enough samples, its interval") {
  const std::vector<double> quiet{1, 2, 3, 4, 5, 6, 7, 8, 9}, hit{1, 2, 3, 4, 5, 6, 7, 8, 9000};
  REQUIRE(estimate(hit).value == estimate(quiet).value);
  REQUIRE(estimate(hit).low == estimate(quiet).low);
  REQUIRE(estimate(hit).high < 10);
}

TEST_CASE("the interval holds the true median about 95 times in 100") {
  int held = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Estimate found = estimate(skewed(seed, 20), {.resamples = 400});
    held += found.low <= 1 && 1 <= found.high ? 1 : 0;
  }
  REQUIRE(held > 400 * 0.91);
  REQUIRE(held < 400 * 0.99);
}

TEST_CASE("an interval of half the coverage holds it less often") {
  int held = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Estimate found = estimate(skewed(seed, 20), {.resamples = 400, .coverage = 0.5});
    held += found.low <= 1 && 1 <= found.high ? 1 : 0;
  }
  REQUIRE(held < 400 * 0.7);
}

TEST_CASE("equal samples have equal estimates, a constant has no interval, and nothing has none") {
  REQUIRE(estimate(skewed(1, 9)).low == estimate(skewed(1, 9)).low);
  const std::vector<double> constant(7, 2.5);
  REQUIRE(estimate(constant).low == 2.5);
  REQUIRE(estimate(constant).high == 2.5);
  REQUIRE(estimate({}).count == 0);
}

TEST_CASE("a ratio's interval holds the ratio, and a ratio to nothing is refused") {
  std::vector<double> twice = skewed(1, 40);
  for (double& one : twice) one *= 2;
  const Estimate found = ratio(twice, skewed(2, 40));
  REQUIRE(found.low < 2);
  REQUIRE(found.high > 2);
  REQUIRE(found.low > 1);
  REQUIRE_THROWS_WITH(ratio(twice, std::vector<double>{0, 0}), Catch::Contains("a ratio to nothing"));
}

}  // namespace
}  // namespace assay::bench
