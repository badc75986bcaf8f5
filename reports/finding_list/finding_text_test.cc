// finding_text: findings in, text out.
#include "reports/finding_list/finding_text.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

FindingShown shown(std::string known) {
  FindingShown one;
  one.finding.signature = {MethodId::kMakeFx, Outcome::kDiverges, "output", "values", "same inputs"};
  one.finding.smallest.coded.sequence = {0, 0, 1, 0, fuzz::number_of(fuzz::Operation::kAddNumber), 0, 0};
  one.finding.smallest.result.message =
      "diverges in run 'same inputs': forward/%3 output: expected A: 1, found A: 2";
  one.finding.pairs = 3;
  one.finding.in_all = {"base input", "add_number"};
  one.finding.known = std::move(known);
  one.methods = {{MethodId::kMakeFx, Outcome::kDiverges}, {MethodId::kNative, Outcome::kCaptured}};
  one.folder = "build/fuzz/findings/1";
  one.command = "assay fuzz --program aliasing:0.0.1.0.21.0.0";
  return one;
}

TEST_CASE("a new finding is shown with its program and what each method makes of it") {
  const FuzzTotals totals{.what = "enumerate, seed 1",
                          .programs = 10,
                          .of = 10,
                          .outcomes = {{Outcome::kCaptured, 17}, {Outcome::kDiverges, 3}},
                          .seconds = 30,
                          .ran = 20};
  CHECK(findings_text(totals, {shown("")}) ==
        R"(fuzz enumerate, seed 1: 10 programs; 17 captured, 3 diverges
pace: 20 pairs in 30 s, 40 a minute
1 finding, 1 new
     3  make_fx diverges: output, values, same inputs  (new)
        build/fuzz/findings/1

the first: make_fx diverges: output, values, same inputs
3 pairs, new
in all programs: base input, add_number

    x.add_(1)
    return y * 2

    make_fx            diverges
    native             captured

diverges in run 'same inputs': forward/%3 output: expected A: 1, found A: 2
next: assay fuzz --program aliasing:0.0.1.0.21.0.0
)");
}

TEST_CASE("what other versions make of a finding stands beside, and what did not run there is a dash") {
  FindingShown one = shown("");
  one.torch = "2.15.0";
  one.elsewhere = {
      {"2.11.0", {{MethodId::kMakeFx, Outcome::kCaptured}, {MethodId::kNative, Outcome::kCaptured}}},
      {"2.14.1", {{MethodId::kMakeFx, Outcome::kDiverges}}}};
  CHECK(finding_text(one).find(R"(
    method             2.15.0           2.11.0           2.14.1
    make_fx            diverges         captured         diverges
    native             captured         captured         -

)") != std::string::npos);
}

TEST_CASE("a known finding is a line, and without any there is none") {
  FuzzTotals totals;
  totals.what = "random, seed 2";
  totals.programs = totals.of = 1;
  CHECK(findings_text(totals, {shown("input_written")}) ==
        R"(fuzz random, seed 2: 1 program; 
1 finding, 0 new
     3  make_fx diverges: output, values, same inputs  (known as input_written)
        build/fuzz/findings/1
)");
  CHECK(findings_text(FuzzTotals{}, {}) == "fuzz : 0 programs; \n0 findings, 0 new\n");
  totals.of = 4000;
  CHECK(findings_text(totals, {}) == "fuzz random, seed 2: 1 of 4,000 programs; \n0 findings, 0 new\n");
}

}  // namespace
}  // namespace assay
