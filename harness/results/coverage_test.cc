// Recall, precision, and the names of missed and extra operators.
#include "harness/results/coverage.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/graph/text.h"

namespace assay {
namespace {

Coverage between(const std::string& eager, const std::string& replay) {
  const std::string head =
      "graph joint\n%0 = input parameter \"w\" : f32[2]\n%1 = input user \"0\" : f32[2]\n";
  return coverage(tally(parse_text(head + eager)), tally(parse_text(head + replay)));
}

std::string counts(const Counted& counted) {
  return fmt::format("{} of {} eager, {} replay", counted.matched, counted.eager, counted.replay);
}

std::string text(const std::vector<Unmatched>& list) {
  std::string lines;
  for (const Unmatched& one : list) lines += fmt::format("{} {}\n", one.count, one.what);
  return lines;
}

constexpr const char* kProgram =
    "%2 = aten.mul.Tensor(self=%1, other=%0) : f32[2]\n"
    "%3 = aten.relu.default(self=%2) : f32[2]\n"
    "%4 = aten.add.Tensor(self=%3, other=%2) : f32[2]\n"
    "output \"0\"=%4\n";

}  // namespace

TEST_CASE("a replay that runs what eager ran has recall and precision of one") {
  const Coverage same = between(kProgram, kProgram);
  CHECK(same.operators.recall() == 1.0);
  CHECK(same.operators.precision() == 1.0);
  CHECK(counts(same.edges) == "5 of 5 eager, 5 replay");
  CHECK(same.missed.empty());
  CHECK(same.extra_edges.empty());
}

TEST_CASE("an operator that the replay lacks is missed, one that it has besides is extra") {
  const Coverage found = between(kProgram,
                                 "%2 = aten.mul.Tensor(self=%1, other=%0) : f32[2]\n"
                                 "%3 = aten.neg.default(self=%2) : f32[2]\n"
                                 "%4 = aten.neg.default(self=%3) : f32[2]\n"
                                 "%5 = aten.add.Tensor(self=%4, other=%2) : f32[2]\n"
                                 "output \"0\"=%5\n");
  CHECK(counts(found.operators) == "2 of 3 eager, 4 replay");
  CHECK(found.operators.precision() == 0.5);
  CHECK(text(found.missed) == "1 aten.relu.default\n");
  CHECK(text(found.extra) == "2 aten.neg.default\n");
  CHECK(text(found.missed_edges) ==
        "1 aten.mul.Tensor -> self of aten.relu.default\n"
        "1 aten.relu.default -> self of aten.add.Tensor\n");
}

TEST_CASE("swapped operands have every operator and miss edges") {
  const Coverage found = between("%2 = aten.sub.Tensor(self=%0, other=%1) : f32[2]\n",
                                 "%2 = aten.sub.Tensor(self=%1, other=%0) : f32[2]\n");
  CHECK(found.operators.recall() == 1.0);
  CHECK(counts(found.edges) == "0 of 2 eager, 2 replay");
}

TEST_CASE("functional forms of the alias table are counted as what eager ran") {
  const Coverage found = between(
      "%2 = aten.add_.Tensor(self=%1, other=1) mutates(self) alias(0:self) : f32[2]\n"
      "%3 = aten.view.default(self=%2, size=[2]) alias(0:self) : f32[2]\n",
      "%2 = aten.add.Tensor(self=%1, other=1) : f32[2]\n"
      "%3 = aten._unsafe_view.default(self=%2, size=[2]) : f32[2]\n");
  CHECK(counts(found.operators) == "2 of 2 eager, 2 replay");
  CHECK(counts(found.edges) == "2 of 2 eager, 2 replay");
}

TEST_CASE("a program that runs nothing has no share, which is neither 0 nor 1") {
  const Coverage found = between("output \"0\"=%1\n", "output \"0\"=%1\n");
  CHECK_FALSE(found.operators.recall());
  CHECK_FALSE(found.edges.precision());
}

TEST_CASE("lists are the largest counts, then by name, and bounded, totals are not") {
  std::string eager;
  for (int i = 0; i < 12; ++i)
    eager += fmt::format("%{} = mine.op{:02}.default(self=%1) : f32[2]\n", i + 2, i);
  eager += "%14 = mine.op11.default(self=%1) : f32[2]\n";
  const Coverage found = between(eager, "");
  CHECK(found.operators.eager == 13);
  REQUIRE(found.missed.size() == kMostUnmatched);
  CHECK(found.missed.front() == Unmatched{"mine.op11.default", 2});
  CHECK(found.missed.at(1) == Unmatched{"mine.op00.default", 1});
}

}  // namespace assay
