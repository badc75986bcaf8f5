// changes: differences of two runs beyond margin and chance.
#include "harness/bench/change.h"

#include <random>

#include <catch2/catch.hpp>

namespace assay::bench {
namespace {

Series noisy(const std::string& name, double level, std::uint64_t seed, std::size_t count = 15) {
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> noise(0, 0.02);
  Series series{name, {}};
  for (std::size_t i = 0; i < count; ++i) series.samples.push_back(level * noise(random));
  return series;
}

Movement movement(const Series& before, const Series& after, const Bar& bar = {}) {
  const auto found = changes({before}, {after}, bar);
  REQUIRE(found.size() == 1);
  return found[0].movement;
}

TEST_CASE("ten per cent more is slower past a margin of five, and one per cent is not") {
  REQUIRE(movement(noisy("a", 1, 1), noisy("a", 1.10, 2)) == Movement::kSlower);
  REQUIRE(movement(noisy("a", 1, 1), noisy("a", 1.01, 2)) == Movement::kNone);
  REQUIRE(movement(noisy("a", 1, 1), noisy("a", 1.10, 2), {.margin = 0.2}) == Movement::kNone);
}

TEST_CASE("a tenth less is faster") {
  REQUIRE(movement(noisy("a", 1, 1), noisy("a", 0.9, 2)) == Movement::kFaster);
}

TEST_CASE("a constant is never flagged, whatever it is") {
  for (const double level : {0.0, 1e-9, 1.0, 1e9}) {
    const Series constant{"a", std::vector<double>(12, level)};
    REQUIRE(movement(constant, constant) == Movement::kNone);
    REQUIRE(movement(constant, constant, {.margin = 0}) == Movement::kNone);
  }
}

TEST_CASE("what one run lacks is a row, in its place") {
  const auto found = changes({noisy("a", 1, 1), noisy("b", 1, 2)}, {noisy("c", 1, 3), noisy("b", 1, 4)});
  REQUIRE(found.size() == 3);
  REQUIRE(found[0].movement == Movement::kOnlyOld);
  REQUIRE(found[0].after.count == 0);
  REQUIRE(found[0].before.count == 15);
  REQUIRE(found[1].name == "b");
  REQUIRE(found[1].movement == Movement::kNone);
  REQUIRE(found[2].movement == Movement::kOnlyNew);
  REQUIRE(found[2].ratio.count == 0);
}

TEST_CASE("three samples a side show nothing, and that is said") {
  REQUIRE(movement(noisy("a", 1, 1, 2), noisy("a", 2, 2, 2)) == Movement::kTooFew);
  REQUIRE(movement(noisy("a", 1, 1, 4), noisy("a", 2, 2, 4)) == Movement::kSlower);
}

TEST_CASE("among a hundred unchanged series none is flagged, and the one that changed is") {
  std::vector<Series> before, after;
  for (std::uint64_t i = 0; i < 100; ++i) {
    before.push_back(noisy(std::to_string(i), 1, 2 * i));
    after.push_back(noisy(std::to_string(i), i == 42 ? 1.15 : 1, 2 * i + 1));
  }
  int flagged = 0;
  for (const Change& change : changes(before, after, {.margin = 0}))
    flagged += change.movement == Movement::kSlower ? 1 : 0;
  REQUIRE(flagged == 1);
  REQUIRE(changes(before, after)[42].movement == Movement::kSlower);
}

TEST_CASE("a name that a run has twice is refused") {
  REQUIRE_THROWS_WITH(changes({noisy("a", 1, 1), noisy("a", 1, 2)}, {}),
                      Catch::Contains("two series of one name"));
}

}  // namespace
}  // namespace assay::bench
