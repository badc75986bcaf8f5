// family_table: counts, order and the row that sums the rest.
#include "reports/console/family_table.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

std::vector<PairResult> pairs_of(const std::string& family, std::size_t number, Verdict verdict) {
  PairResult result;
  result.family = family;
  result.verdict = verdict;
  result.outcome = verdict == Verdict::kUnexpectedFailure ? Outcome::kTimesOut : Outcome::kCaptured;
  return std::vector<PairResult>(number, result);
}

std::vector<PairResult> joined(const std::vector<std::vector<PairResult>>& parts) {
  std::vector<PairResult> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

TEST_CASE("a family has its pairs, those that are green, and the others by how they are not") {
  CHECK(family_table(
            joined({pairs_of("timm", 1200, Verdict::kMatch), pairs_of("seed", 2, Verdict::kSkipped),
                    pairs_of("vision", 2, Verdict::kDiffers),
                    pairs_of("vision", 1, Verdict::kUnexpectedFailure),
                    pairs_of("vision", 3, Verdict::kExpectedFailure), pairs_of("seed", 1, Verdict::kNew)}),
            9, Color::kOff) ==
        "family  pairs  green  not green\n"
        "vision      6      3  2 differs, 1 times out\n"
        "seed        3      2  1 new\n"
        "timm    1,200  1,200\n");
}

TEST_CASE("families beyond the most rows are one row, and lose no pair") {
  const auto results = joined({pairs_of("a", 1, Verdict::kMatch), pairs_of("b", 2, Verdict::kMatch),
                               pairs_of("c", 1, Verdict::kMissing), pairs_of("d", 4, Verdict::kDiffers)});
  CHECK(family_table(results, 2, Color::kOff) ==
        "family           pairs  green  not green\n"
        "d                    4      0  4 differs\n"
        "3 more families      4      3  1 missing\n");
  CHECK(family_table({}, 2, Color::kOff).empty());
}

PairResult reached(const std::string& family, MethodId method, Outcome outcome) {
  PairResult result;
  result.family = family;
  result.pair.method = method;
  result.outcome = outcome;
  if (has_graph(outcome)) result.replay.emplace();
  return result;
}

TEST_CASE("methods by families: captured and replayed of the pairs that count, the largest families first") {
  using enum MethodId;
  const Summary summary = summarize(
      {reached("timm", kExport, Outcome::kCaptured), reached("timm", kExport, Outcome::kDiverges),
       reached("timm", kExport, Outcome::kGuarded), reached("seed", kExport, Outcome::kRaises),
       reached("seed", kMakeFx, Outcome::kCaptured), reached("data", kMakeFx, Outcome::kUnsupported)});
  CHECK(reach_table(summary, 9, Color::kOff) ==
        "captured/replayed  timm      seed      data  all\n"
        "make_fx            -         1/1 of 1  -     1/1 of 1\n"
        "export             3/2 of 3  0/0 of 1  -     3/2 of 4\n");
  CHECK(reach_table(summary, 1, Color::kOff) ==
        "captured/replayed  timm      others    all\n"
        "make_fx            -         1/1 of 1  1/1 of 1\n"
        "export             3/2 of 3  0/0 of 1  3/2 of 4\n");
  CHECK(reach_table(summarize({reached("timm", kExport, Outcome::kCaptured)}), 9, Color::kOff).empty());
}

}  // namespace
}  // namespace assay
