// verdict_table: cases as rows, methods as columns, blocks and the legend.
#include "reports/console/verdict_table.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

PairResult pair_of(const std::string& id, MethodId method, Device device, Verdict verdict,
                   Outcome outcome = Outcome::kCaptured) {
  PairResult result;
  result.pair = {id, method, device};
  result.verdict = verdict;
  result.outcome = outcome;
  if (device == Device::kCuda) result.phantom = "sm_90";
  return result;
}

}  // namespace

TEST_CASE("each device has a table with a word per pair, blank where a pair was not to run") {
  using enum Device;
  const std::vector<PairResult> results = {
      pair_of("seed/mlp", MethodId::kAot, kCpu, Verdict::kMatch),
      pair_of("seed/branch", MethodId::kSymbolicTrace, kCpu, Verdict::kExpectedFailure, Outcome::kRaises),
      pair_of("seed/mlp", MethodId::kSymbolicTrace, kCpu, Verdict::kDiffers),
      pair_of("seed/mlp", MethodId::kMakeFxReal, kCuda, Verdict::kSkipped, Outcome::kUnsupported),
      pair_of("seed/mlp", MethodId::kMakeFx, kCuda, Verdict::kUnexpectedFailure, Outcome::kTimesOut),
  };
  CHECK(verdict_table(results, 100, Color::kOff) ==
        "             symbolic_\n"
        "cpu          trace      aot\n"
        "seed/branch  expected\n"
        "seed/mlp     !differs   match\n"
        "\n"
        "                                  make_fx_\n"
        "cuda (phantom sm_90)  make_fx     real\n"
        "seed/mlp              !times out  -\n"
        "\n"
        "expected: fails as its case file expects; -: unsupported by the method\n");
}

TEST_CASE("methods that do not fit the width go into further blocks with the cases repeated") {
  const std::vector<PairResult> results = {
      pair_of("seed/mlp", MethodId::kDispatch, Device::kCpu, Verdict::kMatch),
      pair_of("seed/mlp", MethodId::kAotJoint, Device::kCpu, Verdict::kNew),
      pair_of("seed/mlp", MethodId::kAot, Device::kCpu, Verdict::kMissing),
  };
  const std::string in_two =
      "cpu       dispatch  aot_joint\n"
      "seed/mlp  match     !new\n"
      "\n"
      "cpu       aot\n"
      "seed/mlp  !missing\n";
  CHECK(verdict_table(results, 29, Color::kOff) == in_two);
  CHECK(verdict_table(results, 28, Color::kOff) != in_two);
}

TEST_CASE("a width too small for one column still shows every method") {
  const std::vector<PairResult> results = {pair_of("a", MethodId::kDispatch, Device::kCpu, Verdict::kMatch),
                                           pair_of("a", MethodId::kAot, Device::kCpu, Verdict::kMatch)};
  const std::string text = verdict_table(results, 1, Color::kOff);
  CHECK_THAT(text, Catch::Contains("dispatch") && Catch::Contains("aot"));
}

TEST_CASE("a golden not yet verified with these versions is marked beside its verdict") {
  PairResult result = pair_of("a", MethodId::kAot, Device::kCpu, Verdict::kMatch);
  result.not_yet_verified = true;
  CHECK(verdict_table({result}, 80, Color::kOn) ==
        "\x1b[1mcpu\x1b[0m  \x1b[1maot\x1b[0m\n"
        "a    \x1b[32mmatch*\x1b[0m\n"
        "\n"
        "\x1b[2mmatch*: golden not yet verified with these versions\n\x1b[0m");
}

TEST_CASE("the table tells what replay found, expected or not") {
  using enum Device;
  const std::vector<PairResult> results = {
      pair_of("a", MethodId::kAot, kCpu, Verdict::kMatch, Outcome::kGuarded),
      pair_of("b", MethodId::kAot, kCpu, Verdict::kExpectedFailure, Outcome::kDiverges),
      pair_of("c", MethodId::kAot, kCpu, Verdict::kUnexpectedFailure, Outcome::kDiverges),
      pair_of("d", MethodId::kAot, kCpu, Verdict::kUnexpectedFailure, Outcome::kReplayFails),
      pair_of("e", MethodId::kAot, kCpu, Verdict::kMatch),
  };
  CHECK(
      verdict_table(results, 100, Color::kOff) ==
      "cpu  aot\n"
      "a    guarded\n"
      "b    (diverges)\n"
      "c    !diverges\n"
      "d    !replay fails\n"
      "e    match\n"
      "\n"
      "guarded: matches; other values only outside its guards; (diverges): executes to other values, as its "
      "case file expects; !diverges: captured, but executes to other values; !replay fails: captured, but "
      "cannot be executed\n");
}

TEST_CASE("no results give no table") { CHECK(verdict_table({}, 80, Color::kOff).empty()); }
