// summary_text: from records to the lines below the table.
#include "reports/console/summary_text.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

PairResult captured(const std::string& id, MethodId method, Device device, Cost cost, SetCount nodes,
                    SetCount edges) {
  PairResult result;
  result.pair = {id, method, device};
  result.outcome = Outcome::kCaptured;
  result.verdict = Verdict::kMatch;
  result.cost = cost;
  result.node_agreement = nodes;
  result.edge_agreement = edges;
  return result;
}

PairResult ended(const std::string& id, MethodId method, Device device, Outcome outcome, Verdict verdict) {
  PairResult result;
  result.pair = {id, method, device};
  result.outcome = outcome;
  result.verdict = verdict;
  return result;
}

}  // namespace

TEST_CASE("a run is summed up per method, then in totals, agreement and zoo coverage") {
  constexpr std::uint64_t kMegabyte = 1024 * 1024;
  std::vector<PairResult> results = {
      captured("a", MethodId::kMakeFx, Device::kCpu, {0.002, 0.080, 0, 0, 30 * kMegabyte}, {1200}, {2000}),
      captured("b", MethodId::kMakeFx, Device::kCpu, {0.002, 0.008, 0, 0, 50 * kMegabyte}, {99, 0, 0, 1},
               {100}),
      captured("a", MethodId::kMakeFx, Device::kCuda, {0, 0.080, 0, 0, 0}, {10}, {10}),
      ended("a", MethodId::kMakeFxReal, Device::kCuda, Outcome::kUnsupported, Verdict::kSkipped),
      ended("b", MethodId::kAot, Device::kCpu, Outcome::kRaises, Verdict::kExpectedFailure),
  };
  results[1].verdict = Verdict::kDiffers;
  CHECK(summary_text(summarize(results), Color::kOff) ==
        "method        device  captured  median overhead  median peak memory\n"
        "make_fx       cpu          2/2              22x   40 MB (max 50 MB)\n"
        "make_fx       cuda         1/1     not measured        not measured\n"
        "make_fx_real  cuda         0/0     not measured        not measured\n"
        "aot           cpu          0/1     not measured        not measured\n"
        "\n"
        "5 pairs: 2 match, 1 differs, 1 expected failure, 1 skipped\n"
        "agreement: nodes 99.9 % (1,309 of 1,310), edges 100 % (2,110 of 2,110)\n"
        "zoo coverage: 75.0 % (3 of 4 pairs captured)\n");
}

TEST_CASE("what was not compared and not captured is said, never shown as zero or as all") {
  CHECK(summary_text(summarize({}), Color::kOff) ==
        "0 pairs\n"
        "agreement: nodes not compared, edges not compared\n"
        "zoo coverage: no pair was to be captured\n");
}

TEST_CASE("verdicts that are not green are red in the totals") {
  const std::vector<PairResult> results = {
      ended("a", MethodId::kAot, Device::kCpu, Outcome::kCrashes, Verdict::kUnexpectedFailure)};
  CHECK_THAT(summary_text(summarize(results), Color::kOn),
             Catch::Contains("1 pair: \x1b[31m1 unexpected failure\x1b[0m\n"));
}

TEST_CASE("one that disagrees among many is not rounded up to all") {
  CHECK(percent_text(9999.0 / 10000.0) == "99.9 %");
  CHECK(percent_text(0.999) == "99.9 %");
  CHECK(percent_text(1) == "100 %");
  CHECK(percent_text(0) == "0.0 %");
}

TEST_CASE("isolation overhead has its unit, and is not claimed when it was not measured") {
  CHECK(isolation_text(0.0123) == "isolation: 12.3 ms per pair (median, fork to reaped, empty capture)\n");
  CHECK(isolation_text(std::nullopt) == "isolation: not measured\n");
}

TEST_CASE("figures have three digits or so and a unit") {
  CHECK(duration_text(0.0004) == "400 us");
  CHECK(duration_text(4.2) == "4.20 s");
  CHECK(bytes_text(700) == "700 B");
  CHECK(bytes_text(1500) == "1.5 KB");
  CHECK(bytes_text(1023.0 * 1024 * 1024) == "1.0 GB");
  CHECK(count_text(0) == "0");
  CHECK(count_text(1234567) == "1,234,567");
}
