// Counts of a run of operators.
#include "harness/results/operator_counts.h"

#include <catch2/catch.hpp>

namespace assay::operators {
namespace {

PairResult pair_of(const char* case_id, Outcome outcome) {
  PairResult record;
  record.pair = {case_id, MethodId::kExport, Device::kCpu};
  record.outcome = outcome;
  if (has_graph(outcome)) record.replay.emplace();
  return record;
}

TEST_CASE("pairs are counted by the class of their dtype: captured, and of these replayed") {
  const auto counts = count_operators(
      {pair_of("op_db/sin/float32", Outcome::kCaptured), pair_of("op_db/cos/float64/all", Outcome::kGuarded),
       pair_of("op_db/tan/float32", Outcome::kDiverges), pair_of("op_db/geqrf/float32", Outcome::kRaises),
       pair_of("op_db/sin/bool", Outcome::kCaptured)});
  REQUIRE(counts.size() == 2);
  const OperatorCount& floating = counts.at({MethodId::kExport, Device::kCpu, DTypeClass::kFloating});
  CHECK(floating.pairs == 4);
  CHECK(floating.captured == 3);
  CHECK(floating.replayed == 2);
  CHECK_FALSE(floating.recall());
  CHECK(counts.at({MethodId::kExport, Device::kCpu, DTypeClass::kBool}).replayed == 1);
}

TEST_CASE("what counts neither way, and what is no operator, is not counted") {
  CHECK(count_operators(
            {pair_of("op_db/sin/float32", Outcome::kUnsupported), pair_of("seed/mlp", Outcome::kCaptured)})
            .empty());
}

TEST_CASE("what was captured and not replayed does not count as replayed") {
  PairResult record = pair_of("op_db/sin/float32", Outcome::kCaptured);
  record.replay.reset();
  const auto counts = count_operators({record});
  REQUIRE(counts.size() == 1);
  CHECK(counts.begin()->second.captured == 1);
  CHECK(counts.begin()->second.replayed == 0);
}

TEST_CASE("recall is over all that the dispatcher ran") {
  PairResult whole = pair_of("op_db/sin/float32", Outcome::kCaptured), half = whole;
  whole.coverage.emplace().operators = {.matched = 6, .eager = 6, .replay = 6};
  half.coverage.emplace().operators = {.matched = 1, .eager = 2, .replay = 9};
  const auto counts = count_operators({whole, half});
  REQUIRE(counts.size() == 1);
  CHECK(counts.begin()->second.recall() == 7.0 / 8.0);
}

}  // namespace
}  // namespace assay::operators
