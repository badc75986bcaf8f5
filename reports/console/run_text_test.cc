// run_text: complete if it fits, else a screen that keeps every failure.
#include "reports/console/run_text.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace assay {
namespace {

PairResult pair_of(int number, Verdict verdict) {
  PairResult record;
  record.family = "family" + std::to_string(number % 40);
  record.pair = {record.family + "/case" + std::to_string(number), MethodId::kMakeFx, Device::kCpu};
  record.verdict = verdict;
  record.outcome = Outcome::kCaptured;
  record.replay.emplace();
  if (is_green(verdict)) return record;
  record.explanation = "nodes: 1 changed\nedges: 0 changed\n";
  record.next = "assay diff golden found";
  record.causes = {{"0000000" + std::to_string(number % 10), "target relu -> tanh"}};
  return record;
}

/// 5,000 pairs, of which every `each`-th differs. 0: none differs.
std::vector<PairResult> many(int each) {
  std::vector<PairResult> records;
  for (int i = 0; i < 5000; ++i)
    records.push_back(pair_of(i, each > 0 && i % each == 0 ? Verdict::kDiffers : Verdict::kMatch));
  return records;
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

RunView view_of(std::size_t height, Detail detail = Detail::kScreen) {
  return {.height = height,
          .detail = detail,
          .also = "results: r\n",
          .results = "r",
          .everything = "assay check --resume --results r -v"};
}

TEST_CASE("a run that fits is told whole: each case, each failure, and no word of a rest") {
  const std::string text =
      run_text({pair_of(1, Verdict::kMatch), pair_of(2, Verdict::kDiffers)}, view_of(60));
  CHECK_THAT(text, Catch::Contains("family1/case1  match\n"));
  CHECK_THAT(text, Catch::Contains("DIFFERS family2/case2 make_fx cpu\n"));
  CHECK_THAT(text, Catch::EndsWith("results: r\n"));
  CHECK_THAT(text, !Catch::Contains("the rest"));
}

TEST_CASE("5,000 pairs are a screen, green or red, and it says where the rest is") {
  for (const int each : {0, 7, 1}) {
    INFO(each);
    const std::string text = run_text(many(each), view_of(60));
    CHECK(lines_of(text) <= 60);
    CHECK_THAT(text, Catch::Contains("25 more families"));
    CHECK_THAT(
        text, Catch::EndsWith("the rest: r/results.json; printed by: assay check --resume --results r -v\n"));
  }
}

TEST_CASE("what is red is told by cause, with counts and one command each, where its blocks do not fit") {
  const std::string text = run_text(many(1), view_of(60));
  CHECK_THAT(text, Catch::Contains("DIFFERS 500 pairs, cause 00000009: target relu -> tanh\n"
                                   "  family19/case1019 make_fx cpu and 499 more\n"
                                   "  next: assay diff golden found\n"));
  CHECK_THAT(text, Catch::Contains("cause by cause: assay review --results r\n"));
  CHECK_THAT(text, Catch::StartsWith("FAILED  5,000 pairs: 5,000 differs\n"));
}

TEST_CASE("few failures among many pairs keep their blocks") {
  auto records = many(0);
  records[17] = pair_of(17, Verdict::kDiffers);
  const std::string text = run_text(records, view_of(60));
  CHECK(lines_of(text) <= 60);
  CHECK_THAT(text, Catch::Contains("DIFFERS family17/case17 make_fx cpu\n  nodes: 1 changed\n"));
  CHECK_THAT(text, Catch::Contains("\nfamily17            125    124  1 differs\n"));
}

TEST_CASE("graph breaks are told where all is asked for") {
  PairResult cut = pair_of(1, Verdict::kMatch);
  cut.breaks = {{"forward", BreakSide::kAfter, "print", "net.py:7"}};
  CHECK_THAT(run_text({cut}, view_of(60, Detail::kAll)), Catch::Contains("after forward at net.py:7: print"));
  CHECK_THAT(run_text({cut}, view_of(60)), !Catch::Contains("graph breaks"));
}

TEST_CASE("asked for all, all is told, asked to be quiet, only what is red and the totals, in a screen too") {
  CHECK(lines_of(run_text(many(0), view_of(60, Detail::kAll))) > 5000);
  const std::string text = run_text(many(2), view_of(60, Detail::kTotals));
  CHECK(lines_of(text) <= 60);
  CHECK_THAT(text, !Catch::Contains("family  "));
  CHECK_THAT(text, Catch::Contains("DIFFERS 500 pairs"));
}

}  // namespace
}  // namespace assay
