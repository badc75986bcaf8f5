// coverage_text: a row per method from records.
#include "reports/console/coverage_text.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

PairResult captured(MethodId method, Device device, std::optional<Coverage> coverage) {
  PairResult result;
  result.pair = {"a", method, device};
  result.outcome = Outcome::kCaptured;
  result.verdict = Verdict::kMatch;
  result.coverage = std::move(coverage);
  return result;
}

const Coverage kWhole{{8, 8, 8}, {12, 12, 12}, {}, {}, {}, {}};
const Coverage kPart{{6, 8, 9},
                     {9, 12, 10},
                     {{"aten.relu.default", 1}, {"aten.sum.default", 1}},
                     {{"aten.detach.default", 1}, {"aten.neg.default", 1}, {"aten.exp.default", 1}},
                     {},
                     {}};

}  // namespace

TEST_CASE("recall and precision are told per method, with what is missed and extra most") {
  const std::vector<PairResult> results = {
      captured(MethodId::kMakeFx, Device::kCpu, kWhole), captured(MethodId::kAot, Device::kCpu, kWhole),
      captured(MethodId::kAot, Device::kCpu, kPart), captured(MethodId::kAot, Device::kCuda, std::nullopt)};
  CHECK(coverage_text(summarize(results), Color::kOff) ==
        "operator coverage: recall / precision of what the dispatcher ran\n"
        "method   device  measured  complete        operators            edges\n"
        "make_fx  cpu          1/1         1    100 % / 100 %    100 % / 100 %\n"
        "aot      cpu          2/2         1  87.5 % / 82.3 %  87.5 % / 95.4 %\n"
        "  aot cpu misses 1 aten.relu.default, 1 aten.sum.default; ran besides 1 aten.detach.default, "
        "1 aten.exp.default and 1 more\n"
        "operator coverage on cuda: not measured\n");
}

TEST_CASE("a method of which no pair was measured says so beside those that were") {
  const std::vector<PairResult> results = {captured(MethodId::kMakeFx, Device::kCpu, kWhole),
                                           captured(MethodId::kAot, Device::kCpu, std::nullopt)};
  CHECK(coverage_text(summarize(results), Color::kOff) ==
        "operator coverage: recall / precision of what the dispatcher ran\n"
        "method   device      measured  complete      operators          edges\n"
        "make_fx  cpu              1/1         1  100 % / 100 %  100 % / 100 %\n"
        "aot      cpu     not measured\n");
}

TEST_CASE("a run in which nothing was recorded says so in one line") {
  CHECK(coverage_text(summarize({captured(MethodId::kAot, Device::kCuda, std::nullopt)}), Color::kOff) ==
        "operator coverage on cuda: not measured\n");
  PairResult raised = captured(MethodId::kAot, Device::kCpu, std::nullopt);
  raised.outcome = Outcome::kRaises;
  CHECK(coverage_text(summarize({raised}), Color::kOff).empty());
}
