// overhead_text: samples in, tables out.
#include "reports/overhead_sheet/overhead_text.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

using bench::Sample;

Sample timed(const std::string& id, std::uint64_t repetition, double warm, double eager = 1) {
  Sample sample;
  sample.pair = {id, MethodId::kAotJoint, Device::kCpu};
  sample.family = id.substr(0, id.find('/'));
  sample.repetition = repetition;
  sample.nodes = 1234;
  sample.measured.emplace();
  sample.measured->eager.cpu_seconds = eager;
  sample.measured->cold.whole.cpu_seconds = 2 * warm;
  sample.measured->warm.whole.cpu_seconds = warm;
  sample.measured->warm.partition.cpu_seconds = warm / 4;
  return sample;
}

Sample failed(const std::string& id) {
  Sample sample = timed(id, bench::kMemoryRepetition, 1);
  sample.measured.reset();
  sample.outcome = Outcome::kRaises;
  return sample;
}

bench::Series series(const std::string& name, std::vector<double> samples) {
  return {name, std::move(samples)};
}

TEST_CASE("a cell is a ratio with its interval, and says where models are missing") {
  CHECK(overhead_text(
            {timed("vision/a", 1, 12), timed("vision/a", 2, 14), timed("audio/b", 1, 3), failed("vision/c")},
            Color::kOff) ==
        "cpu: CPU time of a capture to that of eager (forward and backward where the method has one); "
        "geometric mean "
        "of a family's models, 95 % interval\n"
        "warm       audio             vision\n"
        "aot_joint  3.00 (3.00-3.00)  13.0 (12.0-14.0) 1/2\n"
        "\n"
        "cold       audio             vision\n"
        "aot_joint  6.00 (6.00-6.00)  26.0 (24.0-28.0) 1/2\n"
        "\n"
        "of a warm capture   trace  decompose  partition  observe  + walk  + write\n"
        "aot_joint          75.0 %          -     25.0 %        -       -        -\n"
        "not measured: 1 raises\n");
}

TEST_CASE("a method that was asked of some models of a family only says of how many") {
  Sample other = timed("vision/b", 1, 5);
  other.pair.method = MethodId::kMakeFx;
  const std::string text =
      overhead_text({timed("vision/a", 1, 12), timed("vision/b", 1, 12), other}, Color::kOff);
  CHECK(text.find("aot_joint  12.0 (12.0-12.0)\n") != std::string::npos);
  CHECK(text.find("make_fx    5.00 (5.00-5.00) 1/2\n") != std::string::npos);
}

TEST_CASE("without eager no ratio is made up") {
  const std::string text = overhead_text({timed("vision/a", 1, 12, 0)}, Color::kOff);
  CHECK(text.find("warm  ") == std::string::npos);
  CHECK(text.find("75.0 %") != std::string::npos);
}

TEST_CASE("a line of a pair has its seconds, and a hostile name stays text") {
  const std::string text = pairs_text(bench::overhead_of({timed("vision/\x1b[2J", 1, 0.5)}), Color::kOff);
  CHECK(text.find("500.0 ms") != std::string::npos);
  CHECK(text.find("1,234") != std::string::npos);
  CHECK(text.find("no counter") != std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("changes: the slow-down first, then what is missing, then the counts") {
  const std::vector<bench::Series> before{series("a", {1, 1, 1, 1, 1}), series("b", {1, 1, 1, 1, 1}),
                                          series("c", {1})};
  const std::vector<bench::Series> after{series("a", {1, 1, 1, 1, 1}), series("b", {2, 2, 2, 2, 2}),
                                         series("d", {1})};
  const std::string text = changes_text(bench::changes(before, after), {}, Color::kOff);
  CHECK(text ==
        "slower    b  1.00  2.00  2.00 (2.00-2.00)  p 0.004, delta +1.00\n"
        "only_old  c  1.00     -\n"
        "only_new  d     -  1.00\n"
        "in times the yardstick; 4 benchmarks: 1 slower by more than 5 %, 0 faster, 1 unchanged, 1 gone, 1 "
        "new (Mann-Whitney, 5 % "
        "over all of them)\n");
}

}  // namespace
}  // namespace assay
