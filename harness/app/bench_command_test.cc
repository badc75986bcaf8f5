// assay bench from the command line, with a fake worker whose measurements are written by the test.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/bench/samples.h"
#include "harness/strict_json/members.h"
#include "harness/testing/installation.h"
#include "harness/zoo/overhead_sample.h"

namespace assay::test {
namespace {

/// The case `net`, by make_fx and aot_joint.
class Place : public Installation {
 public:
  Place() : Installation(R"(["make_fx", "aot_joint"])") {
    OverheadSample sample;
    sample.eager.cpu_seconds = sample.eager.wall_seconds = 0.001;
    sample.cold.yardstick.cpu_seconds = sample.warm.yardstick.cpu_seconds = 0.005;
    sample.cold.whole.cpu_seconds = sample.cold.whole.wall_seconds = 0.02;
    sample.warm.whole.cpu_seconds = sample.warm.whole.wall_seconds = 0.01;
    gives("overhead.json", json_of(sample).dump());
  }
  Said bench(const std::string& arguments) const { return run("bench " + arguments); }
};

std::vector<bench::Sample> samples_in(const Place& place, const std::string& folder) {
  return bench::read_samples(place.path() / folder);
}

}  // namespace

TEST_CASE("methods are measured in turn, and the table, results.json and benchmark.json are there") {
  const Place place;
  const Said said = place.bench("net --repetitions 3 --results b");
  CHECK(said.status == 0);
  CHECK(said.has("make_fx    10.0 (10.0-10.0)\n"));
  std::string order;
  for (const bench::Sample& sample : samples_in(place, "b"))
    order += std::to_string(sample.repetition) + (sample.pair.method == MethodId::kMakeFx ? "m " : "a ");
  CHECK(order == "0m 0a 1m 1a 2m 2a 3m 3a ");
  CHECK(nlohmann::json::parse(place.read("b/results.json"))["pairs"].size() == 2);
  CHECK(nlohmann::json::parse(place.read("b/benchmark.json"))["benchmarks"].size() == 18);
}

TEST_CASE("a tier is its models by the methods that it has of them, or by the methods that are named") {
  const Place place;
  place.write("models/net.json",
              R"({"case": "net", "factory": "net.py:Net", "methods": ["make_fx", "aot_joint"],
                                     "tiers": [{"default": ["make_fx"]}]})");
  CHECK(place.bench("net --tier default --repetitions 1 --results b").status == 0);
  CHECK(samples_in(place, "b").size() == 2);
  CHECK(place.bench("net --tier default --methods make_fx,aot_joint --repetitions 1 --results b").status ==
        0);
  CHECK(samples_in(place, "b").size() == 4);
  CHECK(place.bench("net --tier smoke --methods aot_joint --repetitions 1 --results b").status == 2);
}

TEST_CASE("a bench that goes on takes what is missing, and nothing twice") {
  const Place place;
  CHECK(place.bench("net --repetitions 2 --results b").status == 0);
  CHECK(place.bench("net --repetitions 3 --results b --resume").status == 0);
  CHECK(samples_in(place, "b").size() == 8);
  CHECK(place.bench("net --repetitions 1 --results b").status == 0);
  CHECK(samples_in(place, "b").size() == 4);
}

TEST_CASE("a method made slower is flagged past the margin, exit 1, and below it is not, exit 0") {
  const Place place;
  CHECK(place.bench("net --repetitions 6 --results old").status == 0);
  CHECK(place.bench("net --repetitions 6 --results slow --slow make_fx=10%").status == 0);
  const Said slower = place.bench("--compare old slow --margin 5%");
  CHECK(slower.status == 1);
  CHECK(slower.has("slower  net make_fx cpu cold"));
  CHECK_FALSE(slower.has("slower  net aot_joint"));
  CHECK(place.bench("--compare old slow --margin 20%").status == 0);
  CHECK(place.bench("--compare old old --margin 0%").status == 0);
}

TEST_CASE("a pair that one bench lacks is a row") {
  const Place place;
  CHECK(place.bench("net --repetitions 1 --results old").status == 0);
  CHECK(place.bench("net --repetitions 1 --results new --methods make_fx").status == 0);
  CHECK(place.bench("--compare old new").has("only_old  net aot_joint cpu cold"));
}

TEST_CASE("what cannot be captured is measured no further, and where that is all, exit 1") {
  const Place place;
  place.write("models/net.json", R"({"case": "raise", "factory": "net.py:Net", "methods": ["make_fx"]})");
  const Said said = place.bench("raise --results b");
  CHECK(said.status == 1);
  CHECK(said.has("not measured: 1 raises\n"));
  CHECK(said.has("nothing could be measured\n"));
  CHECK(samples_in(place, "b").size() == 1);
  CHECK(place.bench("--compare b b").has("nothing to compare: neither bench has measured anything"));
  CHECK(place.bench("--compare b b").status == 2);
}

TEST_CASE("models of each size are measured until a capture takes the limit, and their growth is told") {
  const Place place;
  const Said said = place.bench("--scaling residual --methods make_fx --repetitions 1 --results b");
  CHECK(said.status == 0);
  CHECK(said.has("residual of 100000: 1 methods\n"));
  CHECK(said.has("residual  make_fx  cpu"));
  CHECK(samples_in(place, "b").size() == 13);
  CHECK(
      place.bench("--scaling residual --methods make_fx --repetitions 1 --limit 0.005 --results c").status ==
      1);
  CHECK(samples_in(place, "c").size() == 1);
  CHECK(place.bench("--scaling residul").has("unknown family 'residul'"));
}

TEST_CASE("a margin or a slow-down that is none is a usage error, exit 2") {
  const Place place;
  for (const char* bad : {"--compare a b --margin 5", "--compare a b --margin x%", "net --slow make_fx",
                          "net --slow make_fx=-1%"})
    CHECK(place.bench(bad).status == 2);
  CHECK(place.bench("--compare only_one").status == 2);
  CHECK(place.bench("--compare absent absent").has("no samples"));
}

}  // namespace assay::test
