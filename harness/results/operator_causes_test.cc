// Causes of missed operators.
#include "harness/results/operator_causes.h"

#include <catch2/catch.hpp>

namespace assay::operators {
namespace {

PairResult miss(const char* case_id, const std::string& message, const std::string& place,
                Verdict verdict = Verdict::kUnexpectedFailure) {
  PairResult record;
  record.pair = {case_id, MethodId::kExport, Device::kCpu};
  record.outcome = Outcome::kRaises;
  record.verdict = verdict;
  record.exception = "RuntimeError";
  record.message = message;
  record.raised_at = place;
  return record;
}

TEST_CASE("misses are one where they differ in numbers and in what they quote alone") {
  const auto causes = causes_of_operators(
      {miss("op_db/tan/float32", "no 'tan' for size 4\nmore", "torch/a.py:1 in f"),
       miss("op_db/sin/int64", "no 'sin' for size 17", "torch/a.py:1 in f", Verdict::kExpectedFailure)});
  REQUIRE(causes.size() == 1);
  CHECK(causes[0].pairs == 2);
  CHECK(causes[0].unexpected == 1);
  CHECK(causes[0].message == "no 'sin' for size 17");
  CHECK(causes[0].place == "torch/a.py:1 in f");
  CHECK(causes[0].operators == std::vector<std::string>{"sin", "tan"});
  CHECK(causes[0].methods == std::vector{MethodId::kExport});
  CHECK(to_string(causes[0].reproduce) == "assay ops sin --dtypes integer --methods export --device cpu -v");
}

TEST_CASE("another message, place, exception or outcome is another cause") {
  const PairResult first = miss("op_db/sin/int64", "no kernel", "torch/a.py:1 in f");
  PairResult message = first, place = first, exception = first, outcome = first;
  message.message = "no shape";
  place.raised_at = "torch/b.py:1 in f";
  exception.exception = "TypeError";
  outcome.outcome = Outcome::kEagerFails;
  for (const PairResult& other : {message, place, exception, outcome})
    CHECK(causes_of_operators({first, other}).size() == 2);
  CHECK(causes_of_operators({first, first}).size() == 1);
}

TEST_CASE("what was captured, what counts neither way and what is no operator has no cause") {
  PairResult captured = miss("op_db/sin/int64", "", ""), skipped = captured;
  captured.outcome = Outcome::kCaptured;
  skipped.outcome = Outcome::kUnsupported;
  CHECK(causes_of_operators({captured, skipped, miss("seed/mlp", "no", "")}).empty());
}

TEST_CASE("the command runs all samples where all were run") {
  const auto causes = causes_of_operators({miss("op_db/sin/bool/all", "no", "")});
  REQUIRE(causes.size() == 1);
  CHECK(to_string(causes[0].reproduce) ==
        "assay ops sin --dtypes bool --methods export --device cpu --all-samples -v");
}

TEST_CASE("what a message quotes is set aside, an apostrophe in a word is not a quote") {
  CHECK(normalised("Can't call 'x' with 12, 3") == "Can't call '' with #, #");
  CHECK(normalised("it's \"a\" and it's") == "it's \"\" and it's");
  CHECK(normalised("open 'end") == "open 'end");
}

}  // namespace
}  // namespace assay::operators
