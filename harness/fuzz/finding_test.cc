// Records in, findings out: what is one, what is the same one, and what is known.
#include "harness/fuzz/finding.h"

#include <catch2/catch.hpp>

namespace assay::fuzz {
namespace {

PairResult diverging(MethodId method, std::string message) {
  PairResult result;
  result.pair = {.case_id = "fuzz/1", .method = method};
  result.outcome = Outcome::kDiverges;
  result.message = std::move(message);
  return result;
}

std::string signature(const std::string& message) {
  return to_string(*signature_of(diverging(MethodId::kMakeFx, message)));
}

CodedProgram program(Base base, const std::vector<Operation>& operations) {
  CodedProgram coded{.sequence = {static_cast<std::uint16_t>(base), 0, 1, 0}};
  for (const Operation operation : operations)
    coded.sequence.insert(coded.sequence.end(), {number_of(operation), 0, 1});
  return coded;
}

std::string nothing_known(const Program&, const PairResult&) { return ""; }

TEST_CASE("a signature is where it shows and how, without what is of one program") {
  CHECK(signature(
            "diverges in run 'same inputs': forward/%6 aten.mul.Tensor: expected int64[3, 6]: 1, 2, found "
            "int64[3, 6]: 2, 2") == "make_fx diverges: aten.mul.Tensor, values, same inputs");
  CHECK(signature("diverges in run 'fresh values': joint/%10 output: expected float64[1, 4]: 1, found "
                  "float64[4]: 1") == "make_fx diverges: output, type, fresh values");
  CHECK(signature("diverges in run 'same inputs': writing into result 0 changes result 11 in eager, not in "
                  "the replay") ==
        "make_fx diverges: writing into result # changes result # in eager, not in the replay, same inputs");
  CHECK(signature("died") == "make_fx diverges: died");
}

TEST_CASE("what is captured or refused is no finding") {
  PairResult result = diverging(MethodId::kMakeFx, "");
  for (const Outcome outcome : {Outcome::kCaptured, Outcome::kGuarded, Outcome::kRaises,
                                Outcome::kUnsupported, Outcome::kEagerFails, Outcome::kLoadFails}) {
    result.outcome = outcome;
    CHECK_FALSE(signature_of(result));
  }
  for (const Outcome outcome :
       {Outcome::kReplayFails, Outcome::kCrashes, Outcome::kTimesOut, Outcome::kOutOfMemory}) {
    result.outcome = outcome;
    CHECK(signature_of(result));
  }
}

TEST_CASE("pairs of one signature are one finding, with the smallest program and what all have") {
  const std::string message = "diverges in run 'same inputs': forward/%2 output: expected A: 1, found A: 2";
  const std::string other = "diverges in run 'same inputs': forward/%2 output: expected A: 1, found B: 2";
  const std::vector<Finding> findings =
      fold({{program(Base::kInput, {Operation::kSlice, Operation::kAddNumber}),
             diverging(MethodId::kMakeFx, message)},
            {program(Base::kInput, {Operation::kAddNumber}), diverging(MethodId::kMakeFx, message)},
            {program(Base::kInput, {Operation::kZero}), diverging(MethodId::kExport, message)},
            {program(Base::kInput, {Operation::kZero}), diverging(MethodId::kMakeFx, other)}},
           nothing_known);
  REQUIRE(findings.size() == 3);
  CHECK(findings[0].pairs == 2);
  CHECK(findings[0].smallest.coded.sequence == program(Base::kInput, {Operation::kAddNumber}).sequence);
  CHECK(findings[0].in_all == std::vector<std::string>{"add_number", "base input", "gradient off"});
}

TEST_CASE("a known finding stands behind the new ones, and a known pair makes no new one known") {
  const std::string message = "diverges in run 'same inputs': forward/%2 output: expected A: 1, found A: 2";
  const auto known_as = [](const Program& one, const PairResult&) {
    return std::string(one.base == Base::kBuffer ? "buffer_written" : "");
  };
  const std::vector<Finding> findings =
      fold({{program(Base::kBuffer, {Operation::kZero}), diverging(MethodId::kMakeFx, message)},
            {program(Base::kBuffer, {Operation::kFill}), diverging(MethodId::kMakeFx, message)},
            {program(Base::kInput, {Operation::kZero}), diverging(MethodId::kMakeFx, message)}},
           known_as);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].known.empty());
  CHECK(findings[1].known == "buffer_written");
}

TEST_CASE("features are of what a program does to what it is given") {
  using Names = std::vector<std::string_view>;
  const auto features = [](const CodedProgram& coded) {
    return features_of(decode(coded.sequence, coded.vocabulary));
  };
  CHECK(features(program(Base::kBuffer, {Operation::kZero})) ==
        Names{"buffer_written", "buffer_written_untraced"});
  CHECK(features(program(Base::kBuffer, {Operation::kRebind})) == Names{"buffer_replaced"});
  CHECK(features(program(Base::kInput, {Operation::kAssignItem})) == Names{"input_written", "item_assigned"});
  CHECK(features(program(Base::kClosure, {Operation::kFill})) == Names{"python_state"});
  CHECK(features(program(Base::kInput, {Operation::kDouble})).empty());
}

}  // namespace
}  // namespace assay::fuzz
