// summary_text: lines and tables from records.
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
  result.replay.emplace();
  return result;
}

PairResult ended(const std::string& id, MethodId method, Device device, Outcome outcome, Verdict verdict) {
  PairResult result;
  result.pair = {id, method, device};
  result.outcome = outcome;
  result.verdict = verdict;
  return result;
}

std::string summary_text(const Summary& summary, Color color) {
  const std::string rows = method_table(summary, color);
  return rows + (rows.empty() ? "" : "\n") + verdict_line(summary, color) + totals_text(summary, color);
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
  results[1].replay->runs.resize(1);
  CHECK(summary_text(summarize(results), Color::kOff) ==
        "method        device  captured      replayed  median overhead  median peak memory\n"
        "make_fx       cpu          2/2           2/2              22x   40 MB (max 50 MB)\n"
        "make_fx       cuda         1/1           1/1     not measured        not measured\n"
        "make_fx_real  cuda         0/0  not measured     not measured        not measured\n"
        "aot           cpu          0/1  not measured     not measured        not measured\n"
        "\n"
        "FAILED  5 pairs: 2 match, 1 differs, 1 expected failure, 1 skipped\n"
        "agreement: nodes 99.9 % (1,309 of 1,310), edges 100 % (2,110 of 2,110)\n"
        "replay: 3 replayed (2 bit by bit, 1 within tolerance)\n"
        "  1 judged on one run only\n"
        "zoo coverage: 75.0 % (3 of 4 pairs captured and replayed)\n");
}

TEST_CASE("what replay found is told per method and in a line, and what it left out too") {
  const auto with = [](const std::string& id, Outcome outcome, bool replayed) {
    PairResult result = ended(id, MethodId::kAot, Device::kCpu, outcome, Verdict::kMatch);
    if (replayed) result.replay.emplace();
    return result;
  };
  std::vector<PairResult> results = {with("a", Outcome::kCaptured, true), with("b", Outcome::kGuarded, true),
                                     with("c", Outcome::kDiverges, true),
                                     with("d", Outcome::kReplayFails, false),
                                     with("e", Outcome::kCaptured, false)};
  const std::string text = summary_text(summarize(results), Color::kOff);
  CHECK_THAT(text, Catch::Contains("aot     cpu          5/5       2/5  "));
  CHECK_THAT(text, Catch::Contains("replay: 1 replayed (1 bit by bit), 1 guarded, 1 diverges, 1 cannot be "
                                   "replayed, 1 not replayed\n"
                                   "zoo coverage: 40.0 % (2 of 5 pairs captured and replayed)\n"));
  CHECK_THAT(summary_text(summarize({results[4]}), Color::kOff),
             Catch::Contains("replay: not measured\n"
                             "zoo coverage: not measured (1 of 1 pairs captured, none replayed)\n"));
}

TEST_CASE("how pairs were judged is said behind those that replay, and below it what limits that") {
  const auto with = [](const std::string& id, Outcome outcome, ReplayRun run) {
    PairResult result = ended(id, MethodId::kAot, Device::kCpu, outcome, Verdict::kMatch);
    result.replay.emplace();
    result.replay->runs = {{.bitwise = true, .message = ""}, std::move(run)};
    return result;
  };
  const std::vector<PairResult> results = {
      with("a", Outcome::kCaptured, {.bitwise = true, .message = ""}),
      with("b", Outcome::kCaptured, {.fp64 = true, .precision = 2.5, .message = ""}),
      with("c", Outcome::kCaptured, {.message = ""}),
      with("d", Outcome::kCaptured, {.left_out = "eager itself raises ValueError", .message = ""}),
      with("e", Outcome::kCaptured,
           {.bitwise = true, .policies = {ReplayPolicy::kKeptPrecision}, .message = ""}),
      with("f", Outcome::kUndecided, {.verdict = ReplayVerdict::kUndecided, .message = ""})};
  CHECK_THAT(summary_text(summarize(results), Color::kOff),
             Catch::Contains("replay: 5 replayed (3 bit by bit, 1 in float64 (at worst 2.5x), 1 within "
                             "tolerance), 1 undecided\n"
                             "  1 under policy kept_precision\n"
                             "  1 judged on one run only\n"
                             "  1 run left out: eager itself raises ValueError\n"));
}

TEST_CASE("the largest errors are a row per method, device and dtype, and nothing without one") {
  PairResult result = ended("a", MethodId::kAot, Device::kCpu, Outcome::kCaptured, Verdict::kMatch);
  result.replay.emplace();
  CHECK(replay_errors_text(summarize({result}), Color::kOff).empty());
  result.replay->errors[DType::kFloat32] = {1.25e-7, 0.5};
  CHECK(replay_errors_text(summarize({result}), Color::kOff) ==
        "largest errors of replay:\n"
        "method  device  dtype    absolute  relative\n"
        "aot     cpu     float32   1.2e-07       0.5\n");
}

TEST_CASE("what was not compared and not captured is said, never shown as zero or as all") {
  CHECK(summary_text(summarize({}), Color::kOff) ==
        "NOTHING RAN  0 pairs\n"
        "agreement: nodes not compared, edges not compared\n"
        "zoo coverage: no pair was to be captured\n");
}

TEST_CASE(
    "the result is one word: failed, new where new pairs are all that is not green, passed, nothing ran") {
  const auto result_of = [](std::vector<Verdict> verdicts) {
    std::vector<PairResult> results;
    for (const Verdict verdict : verdicts)
      results.push_back(ended("a", MethodId::kAot, Device::kCpu, Outcome::kCaptured, verdict));
    const std::string line = verdict_line(summarize(results), Color::kOff);
    return line.substr(0, line.find("  "));
  };
  using enum Verdict;
  CHECK(result_of({kMatch, kExpectedFailure, kSkipped}) == "PASSED");
  CHECK(result_of({kMatch, kNew}) == "NEW");
  CHECK(result_of({kSkipped}) == "NOTHING RAN");
  for (const Verdict red : {kDiffers, kBrokenGolden, kMissing, kUnexpectedFailure, kUnexpectedPass, kFlaky})
    CHECK(result_of({kMatch, kNew, red}) == "FAILED");
}

TEST_CASE("verdicts that are not green are red in the totals") {
  const std::vector<PairResult> results = {
      ended("a", MethodId::kAot, Device::kCpu, Outcome::kCrashes, Verdict::kUnexpectedFailure)};
  CHECK_THAT(summary_text(summarize(results), Color::kOn),
             Catch::Contains("\x1b[31mFAILED\x1b[0m  1 pair: \x1b[31m1 unexpected failure\x1b[0m\n"));
}

TEST_CASE("isolation overhead has its unit, and is not claimed when it was not measured") {
  CHECK(isolation_text(0.0123) == "isolation: 12.3 ms per pair (median, fork to reaped, empty capture)\n");
  CHECK(isolation_text(std::nullopt) == "isolation: not measured\n");
}

TEST_CASE("the pace of a run is of the pairs that ran, and the overhead per pair is told apart") {
  CHECK(pace_text(34, 51, 0.12) ==
        "pace: 34 pairs in 51.00 s, 40 a minute\n"
        "overhead per pair: 120.0 ms (median), outside eager, capture, write and replay\n");
  CHECK(pace_text(1, 8, std::nullopt) == "pace: 1 pair in 8.00 s, 7.5 a minute\n");
  CHECK(pace_text(2543, 120, std::nullopt) == "pace: 2,543 pairs in 120.00 s, 1,272 a minute\n");
  CHECK(pace_text(0, 8, 0.1).empty());
}
