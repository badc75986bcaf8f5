// larger: ranks compared with hand-computed figures and with drawn samples.
#include "harness/bench/larger.h"

#include <random>
#include <vector>

#include <catch2/catch.hpp>

namespace assay::bench {
namespace {

using Samples = std::vector<double>;

Samples drawn(std::uint64_t seed, std::size_t count, double shift = 0) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(shift, 1);
  Samples samples(count);
  for (double& one : samples) one = normal(random);
  return samples;
}

TEST_CASE("of three and three apart, one choice in twenty is as far") {
  const Larger apart = larger(Samples{4, 5, 6}, Samples{1, 2, 3});
  REQUIRE(apart.p == Approx(1.0 / 20));
  REQUIRE(apart.delta == 1);
  REQUIRE(least_p(3, 3) == Approx(1.0 / 20));
  const Larger back = larger(Samples{1, 2, 3}, Samples{4, 5, 6});
  REQUIRE(back.p == Approx(1));
  REQUIRE(back.delta == -1);
}

TEST_CASE("ties count half: of equal samples nothing is larger") {
  const Larger same = larger(Samples{2, 2, 2}, Samples{2, 2, 2});
  REQUIRE(same.p == Approx(1));
  REQUIRE(same.delta == 0);
  // 1 2 | 1 1: three of the six choices of two ranks include the 2.
  REQUIRE(larger(Samples{1, 2}, Samples{1, 1}).p == Approx(0.5));
  REQUIRE(larger(Samples{1, 2}, Samples{1, 1}).delta == Approx(0.5));
}

TEST_CASE("nothing is known of no samples") {
  REQUIRE(larger({}, Samples{1}).p == 1);
  REQUIRE(least_p(0, 5) == 1);
}

TEST_CASE("above sixty samples the normal distribution says what the exact one says below") {
  const Samples these = drawn(1, 30, 0.6), those = drawn(2, 30);
  const double exact = larger(these, those).p;
  Samples more = those;
  more.push_back(those.front());  // one more sample selects the other formula
  const double approximate = larger(these, more).p;
  REQUIRE(exact < 0.05);
  REQUIRE(approximate == Approx(exact).epsilon(0.25));
  REQUIRE(larger(Samples(40, 1.0), Samples(40, 1.0)).p == 1);
}

TEST_CASE("samples of one distribution are called larger as often as the level says") {
  int exact = 0, approximate = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    exact += larger(drawn(seed, 10), drawn(seed + 1000, 10)).p <= 0.05 ? 1 : 0;
    approximate += larger(drawn(seed, 40), drawn(seed + 1000, 40)).p <= 0.05 ? 1 : 0;
  }
  for (const int found : {exact, approximate}) {
    REQUIRE(found > 400 * 0.02);
    REQUIRE(found < 400 * 0.085);
  }
}

}  // namespace
}  // namespace assay::bench
