// The rule that recommends a method: a line per method in, the method and its reason out.
#include "harness/method_comparison/recommend.h"

#include <sstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/spec/need.h"

namespace assay {
namespace {

/// "METHOD OUTCOME MILLISECONDS MATCHED/EAGER/REPLAY FEATURE..": the needs found in its graphs; of the
/// others it has none, or cannot. "-" for a coverage that was not measured.
MethodResult result_from(const std::string& line) {
  std::istringstream words(line);
  std::string method_name, outcome, coverage, need;
  double milliseconds = 0;
  words >> method_name >> outcome >> milliseconds >> coverage;
  MethodResult result;
  result.method = method_from_string(method_name).value();
  result.outcome = outcome_from_string(outcome).value();
  result.cost.capture_seconds = milliseconds / 1e3;
  if (result.outcome != Outcome::kRaises) {
    result.facts.emplace();
    for (const Need one : kNeedNames.values()) result.facts->needs[one] = Shown::kCannot;
    for (const Need one : method(result.method).expressed) result.facts->needs[one] = Shown::kNone;
    while (words >> need)
      for (const Need one : needs_from({need}, "test")) result.facts->needs[one] = Shown::kFound;
    result.replay.emplace();
  }
  if (result.outcome == Outcome::kDiverges) result.why = "diverges in run 'fresh values': result 0";
  if (coverage != "-") {
    Counted counted;
    char slash = 0;
    std::istringstream(coverage) >> counted.matched >> slash >> counted.eager >> slash >> counted.replay;
    result.coverage = Coverage{counted, counted, {}, {}, {}, {}};
  }
  return result;
}

Comparison comparison(const std::string& id, const std::string& lines) {
  Comparison made;
  made.case_id = id;
  std::istringstream text(lines);
  for (std::string line; std::getline(text, line);) made.methods.push_back(result_from(line));
  return made;
}

std::string recommended(const std::vector<Comparison>& comparisons, const std::vector<std::string>& needs) {
  const Recommendation found = recommend(comparisons, needs_from(needs, "test"));
  std::string text = fmt::format("{}: {}\n", found.method ? to_string(*found.method) : "none", found.reason);
  for (const Rejected& one : found.rejected)
    text += fmt::format("  {}: {}\n", to_string(one.method), one.why);
  return text;
}

std::string recommended(const std::string& lines, const std::vector<std::string>& needs = {}) {
  return recommended({comparison("seed/mlp", lines)}, needs);
}

}  // namespace

TEST_CASE("what diverges is never recommended, however cheap") {
  CHECK(
      recommended("make_fx diverges 1 10/10/10 shapes\n"
                  "make_fx_real captured 90 10/10/10 shapes\n") ==
      "make_fx_real: replays to what eager gives, recalls 100 % of the operators that ran, takes 90.0 ms to "
      "capture\n"
      "  make_fx: seed/mlp: diverges in run 'fresh values': result 0\n");
  CHECK(recommended("make_fx captured 1 10/10/10 shapes\n"
                    "make_fx_real captured 90 10/10/10 shapes\n") ==
        "make_fx: replays to what eager gives, recalls 100 % of the operators that ran, takes 1.0 ms to "
        "capture; the best of 2 that meet the need\n"
        "  make_fx_real: equally good and dearer: 90.0 ms to capture\n");
}

TEST_CASE("a capture that was not replayed is not shown to be right") {
  Comparison unseen = comparison("seed/mlp", "make_fx captured 1 10/10/10 shapes\n");
  unseen.methods[0].replay.reset();
  CHECK(recommended({unseen}, {}) ==
        "none: no method's capture replays\n"
        "  make_fx: seed/mlp: was not replayed\n");
}

TEST_CASE("a need leaves out what cannot express it, and what shows none where another does") {
  const std::string lines =
      "make_fx captured 1 - shapes\n"
      "make_fx_grad captured 5 - shapes\n"
      "aot_joint captured 9 - shapes backward\n";
  CHECK(recommended(lines, {"backward", "shapes"}) ==
        "aot_joint: expresses backward, shapes and replays to what eager gives, takes 9.0 ms to capture\n"
        "  make_fx: cannot express backward\n"
        "  make_fx_grad: seed/mlp: shows no backward, where another method does\n");
  CHECK(recommended("make_fx captured 1 - shapes\n", {"backward"}) ==
        "none: no method expresses backward and replays\n"
        "  make_fx: cannot express backward\n");
}

TEST_CASE("a need that no capture of the case shows is met by what declares it") {
  CHECK(recommended("make_fx captured 1 - shapes\nmake_fx_symbolic captured 9 - shapes\n", {"dynamic"}) ==
        "make_fx_symbolic: expresses dynamic and replays to what eager gives, takes 9.0 ms to capture\n"
        "  make_fx: cannot express dynamic\n");
}

TEST_CASE("what agrees only inside its guards stands behind what agrees everywhere, and before nothing") {
  CHECK(recommended("make_fx captured 50 - shapes\nmake_fx_symbolic guarded 1 - shapes\n") ==
        "make_fx: replays to what eager gives, takes 50.0 ms to capture; the best of 2 that meet the need\n"
        "  make_fx_symbolic: agrees inside its guards only\n");
  CHECK(recommended("make_fx raises 50 -\nmake_fx_symbolic guarded 1 - shapes\n") ==
        "make_fx_symbolic: agrees with eager inside its guards, takes 1.0 ms to capture\n"
        "  make_fx: seed/mlp: raises\n");
}

TEST_CASE("recall goes before cost, and what is missed is named") {
  Comparison comparison_of_three = comparison("seed/mlp",
                                              "make_fx captured 1 8/10/8 shapes\n"
                                              "make_fx_real captured 2 9/10/12 shapes\n"
                                              "aot captured 4 9/10/10 shapes\n");
  comparison_of_three.methods[0].coverage->missed = {{"aten.relu.default", 2}};
  CHECK(
      recommended({comparison_of_three}, {}) ==
      "make_fx_real: replays to what eager gives, recalls 90.0 % of the operators that ran, takes 2.0 ms to "
      "capture; the best of 3 that meet the need\n"
      "  make_fx: operator recall 80.0 % (misses aten.relu.default), where 90.0 % is reached\n"
      "  aot: equally good and dearer: 4.0 ms to capture\n");
}

TEST_CASE("recall does not decide where one capture was not measured") {
  CHECK(recommended("make_fx captured 1 8/10/8 shapes\naot captured 3 - shapes\n") ==
        "make_fx: replays to what eager gives, recalls 80.0 % of the operators that ran, takes 1.0 ms to "
        "capture; "
        "the best of 2 that meet the need\n"
        "  aot: equally good and dearer: 3.0 ms to capture\n");
}

TEST_CASE("up to half as much again is equally cheap, and the table's order decides") {
  CHECK_THAT(recommended("make_fx captured 15 - shapes\naot captured 10 - shapes\n"),
             Catch::StartsWith("make_fx: ") &&
                 Catch::Contains("aot: equally good and about as cheap: 10.0 ms to capture"));
  CHECK_THAT(
      recommended("make_fx captured 16 - shapes\naot captured 10 - shapes\n"),
      Catch::StartsWith("aot: ") && Catch::Contains("make_fx: equally good and dearer: 16.0 ms to capture"));
}

TEST_CASE("how a method fared is told once, whether its replay said so or not") {
  MethodResult result;
  result.outcome = Outcome::kReplayFails;
  CHECK(describe(result) == "replay fails");
  result.why = "fails in run 'same inputs': node 1";
  CHECK(describe(result) == "replay fails in run 'same inputs': node 1");
  result.why = "ValueError in stage replay: no";
  CHECK(describe(result) == "replay fails: ValueError in stage replay: no");
}

TEST_CASE("over several cases a method must do on every one") {
  const Comparison easy = comparison("a", "make_fx captured 1 - shapes\naot captured 5 - shapes\n");
  CHECK(recommended({easy, comparison("b", "make_fx raises 1 -\naot captured 5 - shapes\n")}, {}) ==
        "aot: replays to what eager gives, takes 10.0 ms to capture\n"
        "  make_fx: b: raises\n");
  CHECK(recommended({easy, comparison("b", "aot captured 5 - shapes\n")}, {}) ==
        "aot: replays to what eager gives, takes 10.0 ms to capture\n"
        "  make_fx: b: was not run\n");
}

}  // namespace assay
