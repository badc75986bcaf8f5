// Finding: pairs that are findings, findings that are the same, and findings that are known.
#include "harness/fuzz/finding.h"

#include <catch2/catch.hpp>

#include "harness/testing/coded_program.h"

namespace assay::fuzz {
namespace {

PairResult diverging(MethodId method, ReplayReport report) {
  PairResult result;
  result.pair = {.case_id = "fuzz/1", .method = method};
  result.outcome = Outcome::kDiverges;
  result.message = describe(report);
  result.replay = std::move(report);
  return result;
}

ReplayReport in_run(const std::string& name, const std::string& message) {
  ReplayReport report;
  report.verdict = ReplayVerdict::kDiverges;
  report.runs = {{.name = "first", .message = {}},
                 {.name = name, .verdict = ReplayVerdict::kDiverges, .message = message}};
  return report;
}

enum class Departs { kInValues, kInType };

ReplayReport departing(const std::string& run, const std::string& target, Departs how) {
  ReplayReport report = in_run(run, "result 0: 1 of 4 values");
  report.departure = {.graph = "forward",
                      .node = 6,
                      .target = target,
                      .expected = "float64[4]: 1",
                      .found = "in other words",
                      .of_type = how == Departs::kInType,
                      .module = {},
                      .source = {}};
  return report;
}

std::string signature(ReplayReport report) {
  return to_string(*signature_of(diverging(MethodId::kMakeFx, std::move(report))));
}

std::string nothing_known(const Wrong&) { return ""; }

TEST_CASE("a signature is where it shows and how, without what is of one program") {
  CHECK(signature(departing("same inputs", "aten.mul.Tensor", Departs::kInValues)) ==
        "make_fx diverges: aten.mul.Tensor, values, same inputs");
  CHECK(signature(departing("fresh values", "output", Departs::kInType)) ==
        "make_fx diverges: output, type, fresh values");
  CHECK(signature(
            in_run("same inputs", "writing into result 0 changes result 11 in eager, not in the replay")) ==
        "make_fx diverges: writing into result # changes result # in eager, not in the replay, same inputs");
}

TEST_CASE("what ends before any replay has the message as its signature, whatever that says") {
  PairResult result;
  result.pair.method = MethodId::kExport;
  result.outcome = Outcome::kCrashes;
  result.message = "died of signal 11 in run 'same inputs': %6 output: expected 1, found 2";
  CHECK(to_string(*signature_of(result)) ==
        "export crashes: died of signal # in run 'same inputs': %# output: expected #, found #");
}

PairResult watched(Outcome outcome, Aftermath aftermath) {
  PairResult result;
  result.pair.method = MethodId::kMakeFx;
  result.outcome = outcome;
  result.message = outcome == Outcome::kCaptured ? "" : "at 3";
  result.aftermath = std::move(aftermath);
  return result;
}

TEST_CASE("what a capture leaves behind comes before what is otherwise the second time") {
  CHECK_FALSE(signature_of(watched(Outcome::kCaptured, {})));
  CHECK_FALSE(signature_of(watched(Outcome::kRaises, {})));
  CHECK(to_string(
            *signature_of(watched(Outcome::kCaptured, {{"dispatch modes was 0, is 1", "x"}, "raises E"}))) ==
        "make_fx captured: dispatch modes was #, is #, left behind");
  CHECK(to_string(*signature_of(watched(Outcome::kCaptured, {{}, "captures another graph: x"}))) ==
        "make_fx captured: captures another graph: x, the second time");
  CHECK(to_string(*signature_of(watched(Outcome::kRaises, {{"grad mode was on, is off"}, ""}))) ==
        "make_fx raises: grad mode was on, is off, left behind");
}

TEST_CASE("of a pair that ended wrongly that is the finding, whatever its capture did besides") {
  const PairResult crashed = watched(Outcome::kCrashes, {{"grad mode was on, is off"}, ""});
  CHECK(to_string(*signature_of(crashed)) == "make_fx crashes: at #");
  CHECK(message_of(crashed) == "at 3");
  CHECK(message_of(watched(Outcome::kRaises, {{"grad mode was on, is off"}, ""})) ==
        "grad mode was on, is off");
}

TEST_CASE("a replay that fails before its first run has the report's message") {
  ReplayReport report;
  report.verdict = ReplayVerdict::kFails;
  report.message = "no such operator";
  PairResult result = diverging(MethodId::kMakeFx, std::move(report));
  result.outcome = Outcome::kReplayFails;
  CHECK(to_string(*signature_of(result)) == "make_fx replay_fails: no such operator");
}

TEST_CASE("what is captured or refused is no finding") {
  PairResult result = diverging(MethodId::kMakeFx, {});
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
  const ReplayReport message = departing("same inputs", "output", Departs::kInValues);
  const ReplayReport other = departing("same inputs", "output", Departs::kInType);
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
  const ReplayReport message = departing("same inputs", "output", Departs::kInValues);
  const auto known_as = [](const Wrong& one) {
    const bool is_buffer = one.coded.sequence.front() == static_cast<std::uint16_t>(Base::kBuffer);
    return std::string(is_buffer ? "buffer_written" : "");
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

TEST_CASE("all that a capture did beside giving a graph is told, and its first names the finding") {
  PairResult result;
  result.outcome = Outcome::kCaptured;
  result.aftermath = Aftermath{.left_behind = {"grad mode was on, is off", "a hook is new"},
                               .second_time = "captures another graph",
                               .other_program = {},
                               .peer = {}};
  CHECK(message_of(result) == "grad mode was on, is off; a hook is new; captures another graph");
  CHECK(signature_of(result)->observable == "grad mode was on, is off");
  CHECK(side_effects_of(result).back().kind == kSecondTime);
  CHECK(side_effects_of(PairResult{}).empty());
}

TEST_CASE("a recorder that raises is a finding, for what it watches runs, a tracer that raises is none") {
  const auto raising = [](MethodId method, Device device) {
    PairResult result;
    result.pair = {.case_id = "fuzz/1", .method = method, .device = device};
    result.outcome = Outcome::kRaises;
    result.message = "no such operator";
    return result;
  };
  const auto signature = signature_of(raising(MethodId::kDispatch, Device::kCpu));
  REQUIRE(signature);
  CHECK(to_string(*signature) == "dispatch raises: no such operator");
  CHECK_FALSE(signature_of(raising(MethodId::kMakeFx, Device::kCpu)));
  CHECK_FALSE(signature_of(raising(MethodId::kDispatch, Device::kCuda)));  // of the phantom, which refuses
}

}  // namespace
}  // namespace assay::fuzz
