// The planned samples of a bench, in order.
#include "harness/bench/sample_taker.h"

#include <catch2/catch.hpp>

namespace assay::bench {
namespace {

PlannedPair pair_of(const std::string& case_id, MethodId method) { return {{case_id, method, Device::kCpu}}; }

const std::vector<PlannedPair> kPairs{pair_of("a", MethodId::kMakeFx), pair_of("a", MethodId::kNative),
                                      pair_of("b", MethodId::kMakeFx)};

Sample of_memory(const PlannedPair& planned, bool captured) {
  Sample sample{.pair = planned.pair};
  if (captured) sample.measured.emplace();
  return sample;
}

/// "a make_fx 1, a native 1"
std::string told(const std::vector<PlannedSample>& samples) {
  std::string text;
  for (const PlannedSample& sample : samples)
    text += (text.empty() ? "" : ", ") + sample.planned->pair.case_id + " " +
            std::string(to_string(sample.planned->pair.method)) + " " + std::to_string(sample.repetition);
  return text;
}

TEST_CASE("memory is measured once of each pair") {
  CHECK(told(samples_of_memory(kPairs)) == "a make_fx 0, a native 0, b make_fx 0");
}

TEST_CASE("times are measured case by case, the methods in turn") {
  std::vector<Sample> known;
  for (const PlannedPair& planned : kPairs) known.push_back(of_memory(planned, true));
  CHECK(told(samples_of_times(kPairs, known, 2)) ==
        "a make_fx 1, a native 1, a make_fx 2, a native 2, b make_fx 1, b make_fx 2");
}

TEST_CASE("no times are measured of a pair that could not be captured, or whose memory nobody measured") {
  const std::vector<Sample> known{of_memory(kPairs[0], false), of_memory(kPairs[1], true)};
  CHECK(told(samples_of_times(kPairs, known, 1)) == "a native 1");
}

}  // namespace
}  // namespace assay::bench
