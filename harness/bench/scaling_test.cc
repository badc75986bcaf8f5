// scaling_of: exponents of costs with a known law.
#include "harness/bench/scaling.h"

#include <cmath>
#include <random>

#include <catch2/catch.hpp>

namespace assay::bench {
namespace {

template <typename Cost>
std::vector<Point> measured(const Cost& cost, double noise = 0.02, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> drawn(0, noise);
  std::vector<Point> points;
  for (double size = 10; size <= 100'000; size *= 2) points.push_back({size, cost(size) * drawn(random)});
  return points;
}

double linear(double n) { return 0.01 + 1e-5 * n; }
double log_linear(double n) { return 0.01 + 1e-6 * n * std::log2(n); }
double quadratic(double n) { return 0.01 + 1e-8 * n * n; }

TEST_CASE("each law is told from the others, though much is paid at any size") {
  REQUIRE(scaling_of(measured(linear)).law == Law::kLinear);
  REQUIRE(scaling_of(measured(log_linear)).law == Law::kLogLinear);
  REQUIRE(scaling_of(measured(quadratic)).law == Law::kQuadratic);
  for (const auto& points : {measured(linear), measured(log_linear), measured(quadratic)})
    REQUIRE(scaling_of(points).weight > 0.9);
  REQUIRE(scaling_of(measured([](double n) { return 1 + 1e-5 * n; })).law == Law::kLinear);
}

TEST_CASE("an exponent and what is paid at any size are found, each within its noise") {
  const Scaling found = scaling_of(measured([](double n) { return 0.02 + 1e-6 * std::pow(n, 1.3); }));
  REQUIRE(found.exponent == Approx(1.3).margin(0.03));
  REQUIRE(found.fixed == Approx(0.02).epsilon(0.05));
  REQUIRE(found.factor == Approx(1e-6).epsilon(0.3));
  REQUIRE(found.error < 0.03);
}

TEST_CASE("the interval holds the exponent about 95 times in 100") {
  int held = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Scaling found = scaling_of(measured(linear, 0.05, seed));
    held += found.low <= 1 && 1 <= found.high ? 1 : 0;
    REQUIRE(found.low <= found.exponent);
    REQUIRE(found.exponent <= found.high);
  }
  REQUIRE(held >= 200 * 0.9);
  REQUIRE(held < 200);
}

TEST_CASE(
    "a cost that does not grow is constant, with no exponent, and one that explodes ends at the bound") {
  const Scaling flat = scaling_of(measured([](double) { return 0.02; }));
  REQUIRE(flat.law == Law::kConstant);
  REQUIRE_FALSE(flat.grows());
  REQUIRE(flat.exponent == 0);
  REQUIRE(flat.low == 0);
  REQUIRE(flat.fixed == Approx(0.02).epsilon(0.05));
  REQUIRE(scaling_of(measured([](double n) { return std::pow(n, 5); })).high == kMostExponent);
}

TEST_CASE("too few sizes, or too near, or nothing, are refused") {
  const std::string few = "too few sizes to tell how a cost grows";
  REQUIRE_THROWS_WITH(scaling_of({}), Catch::Contains(few));
  REQUIRE_THROWS_WITH(scaling_of({{10, 1}, {20, 2}, {40, 4}, {80, 8}}), Catch::Contains("4 sizes"));
  REQUIRE_THROWS_WITH(scaling_of({{10, 1}, {11, 1}, {12, 1}, {13, 1}, {14, 1}}),
                      Catch::Contains("1.4 times"));
  REQUIRE_THROWS_WITH(scaling_of({{10, 0}}), Catch::Contains("not positive"));
}

}  // namespace
}  // namespace assay::bench
