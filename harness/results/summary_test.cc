// summarize: sums, medians and exclusions.
#include "harness/results/summary.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace assay {
namespace {

PairResult record(MethodId method, Outcome outcome, Verdict verdict, Cost cost = {}) {
  PairResult result;
  result.pair = {"a", method, Device::kCpu};
  result.outcome = outcome;
  result.verdict = verdict;
  result.cost = cost;
  return result;
}

PairResult captured(double eager, double capture, std::uint64_t peak = 0, double child = 0) {
  PairResult result =
      record(MethodId::kMakeFx, Outcome::kCaptured, Verdict::kMatch, {eager, capture, 0, child, peak});
  result.replay.emplace();
  return result;
}

const MethodSummary& row(const Summary& summary) {
  return summary.methods.at({MethodId::kMakeFx, Device::kCpu});
}

TEST_CASE("the median of an even number of values is the mean of the middle two") {
  CHECK(median({3, 1, 2}) == 2.0);
  CHECK(median({4, 1, 3, 2}) == 2.5);
  CHECK(median({7}) == 7.0);
  CHECK_FALSE(median({}));
}

TEST_CASE("totals have every verdict and add up to the records") {
  const Summary summary =
      summarize({captured(1, 1), record(MethodId::kAot, Outcome::kRaises, Verdict::kUnexpectedFailure),
                 captured(1, 1)});
  CHECK(summary.totals.size() == kVerdictNames.values().size());
  CHECK(summary.totals.at(Verdict::kMatch) == 2);
  CHECK(summary.totals.at(Verdict::kUnexpectedFailure) == 1);
  CHECK(summary.totals.at(Verdict::kNew) == 0);
}

TEST_CASE("overhead is the median of capture over eager, of captured pairs with an eager time") {
  const PairResult raised =
      record(MethodId::kMakeFx, Outcome::kRaises, Verdict::kExpectedFailure, {1, 1000, 0, 0, 0});
  CHECK(row(summarize({captured(1, 2), captured(2, 20), captured(1, 30), captured(0, 99), raised}))
            .median_overhead == 10.0);
  CHECK_FALSE(row(summarize({captured(0, 99), raised})).median_overhead);
}

TEST_CASE(
    "a pair that was to run and did not is not covered, one that was left out on purpose does not count") {
  const PairResult missing = record(MethodId::kMakeFx, Outcome::kSkipped, Verdict::kMissing);
  const PairResult skipped = record(MethodId::kMakeFx, Outcome::kSkipped, Verdict::kSkipped);
  CHECK(summarize({captured(1, 1), missing}).zoo_coverage() == 0.5);
  CHECK(summarize({captured(1, 1), skipped}).zoo_coverage() == 1.0);
}

TEST_CASE("memory is the median and the largest of the measured peaks") {
  const Summary summary = summarize({captured(1, 1, 100), captured(1, 1, 300), captured(1, 1, 0)});
  CHECK(row(summary).median_peak_bytes == 200.0);
  CHECK(row(summary).max_peak_bytes == 300);
  CHECK_FALSE(row(summarize({captured(1, 1, 0)})).median_peak_bytes);
}

TEST_CASE("zoo coverage leaves unsupported and skipped pairs out, but no failure") {
  const auto with = [](Outcome outcome) {
    return row(summarize({captured(1, 1), record(MethodId::kMakeFx, outcome, Verdict::kSkipped)}))
        .zoo_coverage();
  };
  CHECK(with(Outcome::kUnsupported) == 1.0);
  CHECK(with(Outcome::kSkipped) == 1.0);
  CHECK(with(Outcome::kGuarded) == 1.0);
  for (Outcome outcome : {Outcome::kLoadFails, Outcome::kEagerFails, Outcome::kNondeterministic,
                          Outcome::kRaises, Outcome::kReplayFails, Outcome::kDiverges})
    CHECK(with(outcome) == 0.5);
  CHECK_FALSE(
      row(summarize({record(MethodId::kMakeFx, Outcome::kUnsupported, Verdict::kSkipped)})).zoo_coverage());
}

PairResult replayed(Outcome outcome, bool bitwise, double error) {
  PairResult result = record(MethodId::kMakeFx, outcome, Verdict::kMatch);
  result.replay.emplace();
  result.replay->runs.resize(2);
  result.replay->runs[0].bitwise = true;
  result.replay->runs[1].bitwise = bitwise;
  result.replay->errors[DType::kFloat32] = {error, 1 - error};
  return result;
}

TEST_CASE("replays are counted per method by what came of them, with the largest error of each dtype") {
  std::vector<PairResult> records = {
      replayed(Outcome::kCaptured, true, 0.25), replayed(Outcome::kCaptured, false, 0.5),
      replayed(Outcome::kGuarded, true, 0), replayed(Outcome::kDiverges, false, 0),
      replayed(Outcome::kReplayFails, false, 0)};
  records[2].replay->errors = {{DType::kBFloat16, {0.125, 0.125}}};
  records[3].replay->errors.clear();
  records[4].replay.reset();  // raised during its replay
  const ReplayCounts counts = row(summarize(records)).replay;
  CHECK(counts.replayed == 2);
  CHECK(counts.bitwise == 1);
  CHECK(counts.guarded == 1);
  CHECK(counts.diverges == 1);
  CHECK(counts.fails == 1);
  REQUIRE(counts.errors.size() == 2);
  CHECK(counts.errors.at(DType::kFloat32).absolute == 0.5);
  CHECK(counts.errors.at(DType::kFloat32).relative == 0.75);
  CHECK(counts.errors.at(DType::kBFloat16).absolute == 0.125);
  CHECK(row(summarize(records)).captured == 5);
  CHECK(summarize(records).zoo_coverage() == 0.6);
}

TEST_CASE("pairs that replay are counted by how they were judged, with what limits that") {
  std::vector<PairResult> records(5, replayed(Outcome::kCaptured, true, 0));
  records[1].replay->runs[1] = {.bitwise = false, .fp64 = true, .precision = 2.5, .message = ""};
  records[2].replay->runs[1].bitwise = false;
  records[3].replay->runs[1] = {.left_out = "eager itself raises ValueError", .message = ""};
  records[4].replay->runs[1].policies = {ReplayPolicy::kDrawOrder};
  records.push_back(replayed(Outcome::kUndecided, true, 0));
  const ReplayCounts counts = row(summarize(records)).replay;
  CHECK(counts.replayed == 5);
  CHECK(counts.bitwise == 3);
  CHECK(counts.in_double == 1);
  CHECK(counts.worst_precision == 2.5);
  CHECK(counts.by_tolerance == 1);
  CHECK(counts.undecided == 1);
  CHECK(counts.judged_once == 1);
  CHECK(counts.policies == std::map<ReplayPolicy, std::size_t>{{ReplayPolicy::kDrawOrder, 1}});
  CHECK(counts.left_out == std::map<std::string, std::size_t>{{"eager itself raises ValueError", 1}});
  CHECK(counts.agreeing() == 5);
  CHECK(counts.attempted() == 6);
}

TEST_CASE("zoo coverage is of what was captured and replayed, and not claimed where nothing was replayed") {
  PairResult without = captured(1, 1);
  without.replay.reset();
  CHECK_FALSE(row(summarize({without, without})).zoo_coverage());
  CHECK(row(summarize({without, captured(1, 1)})).zoo_coverage() == 0.5);
  CHECK(row(summarize({captured(1, 1), captured(1, 1)})).zoo_coverage() == 1.0);
}

TEST_CASE("agreement is matched of all, over pairs that were compared") {
  PairResult left = captured(1, 1), right = captured(1, 1);
  left.node_agreement = SetCount{8, 1, 0, 1};
  left.edge_agreement = SetCount{3, 0, 1, 0};
  right.node_agreement = SetCount{10, 0, 0, 0};
  const Summary summary = summarize({left, right, captured(1, 1)});
  CHECK(row(summary).nodes.matched == 18);
  CHECK(row(summary).nodes.total == 20);
  CHECK(summary.nodes.share() == 0.9);
  CHECK(summary.edges.share() == 0.75);
  CHECK_FALSE(summarize({captured(1, 1)}).nodes.share());
}

TEST_CASE("the child overhead is the median of pairs that ran a child") {
  CHECK(summarize({captured(1, 1, 0, 0.1), captured(1, 1, 0, 0.3), captured(1, 1, 0, 0)})
            .median_child_seconds == Approx(0.2));
}

TEST_CASE("what a pair took beside eager, capture, write and replay is the rest of its seconds") {
  PairResult pair = captured(1, 1);
  pair.replay.emplace().seconds = 2;
  pair.cost = {.eager_seconds = 0.25,
               .capture_seconds = 1,
               .write_seconds = 0.5,
               .first_eager_seconds = 0.75,
               .tally_seconds = 1.5,
               .pair_seconds = 6.125};
  CHECK(beside_seconds(pair) == 0.125);
  PairResult failed = pair;  // no figure: its capture was not replayed
  failed.replay.reset();
  PairResult resumed = pair;
  resumed.cost.pair_seconds = 0;
  CHECK(summarize({pair, failed, resumed}).median_beside_seconds == 0.125);
  CHECK_FALSE(summarize({failed, resumed}).median_beside_seconds);
}

TEST_CASE("methods and devices have rows of their own") {
  PairResult cuda = captured(1, 5);
  cuda.pair.device = Device::kCuda;
  const Summary summary =
      summarize({captured(1, 2), cuda, record(MethodId::kAot, Outcome::kCaptured, Verdict::kNew)});
  CHECK(summary.methods.size() == 3);
  CHECK(summary.methods.at({MethodId::kMakeFx, Device::kCuda}).median_overhead == 5.0);
  CHECK(row(summary).median_overhead == 2.0);
}

TEST_CASE("the order of records does not matter, and no records give no figures") {
  std::vector<PairResult> records{captured(1, 2, 5), captured(1, 9, 7), captured(1, 4, 6), captured(1, 1, 8)};
  const auto overhead = row(summarize(records)).median_overhead;
  std::ranges::reverse(records);
  CHECK(row(summarize(records)).median_overhead == overhead);
  const Summary none = summarize({});
  CHECK(none.methods.empty());
  CHECK_FALSE(none.median_child_seconds);
}

TEST_CASE("operator coverage is summed over the pairs that were measured, not averaged") {
  std::vector<PairResult> pairs = {captured(1, 1), captured(1, 1), captured(1, 1)};
  pairs[0].coverage = Coverage{{9, 10, 9}, {20, 20, 20}, {{"aten.relu.default", 1}}, {}, {}, {}};
  pairs[1].coverage = Coverage{{1, 1, 1}, {1, 1, 1}, {}, {}, {}, {}};
  const CoverageSum sum = row(summarize(pairs)).operators;
  CHECK(sum.pairs == 2);
  CHECK(sum.complete == 1);
  CHECK(sum.operators == Counted{10, 11, 10});
  CHECK(sum.edges == Counted{21, 21, 21});
  CHECK(sum.missed == std::map<std::string, std::uint64_t>{{"aten.relu.default", 1}});
  CHECK(row(summarize({captured(1, 1)})).operators.pairs == 0);
}

}  // namespace
}  // namespace assay
