// The rule that recommends a method: from a line per method to the method and its reason.
#include "harness/methods/recommend.h"

#include <sstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/zoo/need.h"

namespace assay {
namespace {

/// A graph that is functional, and without Assay unless the method is its recorder. Words add to this:
/// "breaks" is a graph break, "writes" a writing operator, others are needs that are met.
CaptureFacts facts_with(MethodId id, std::istringstream& words) {
  CaptureFacts facts;
  facts.graphs = 1;
  for (const Need one : kNeedNames.values())
    facts.needs[one] = is_declared(one) ? Shown::kCannot : Shown::kFound;
  for (const Need one : method(id).expressed) facts.needs[one] = Shown::kNone;
  if (method(id).is_reference()) facts.needs[Need::kWithoutAssay] = Shown::kCannot;
  for (std::string word; words >> word;) {
    if (word == "breaks") {
      facts.graphs += 1;
      facts.breaks.push_back({"forward", BreakSide::kAfter, "a skipped function", "lstm.py:14"});
      facts.needs[Need::kOneGraph] = Shown::kNone;
    } else if (word == "writes") {
      facts.writes = "aten.add_.Tensor";
      facts.needs[Need::kFunctional] = Shown::kNone;
    } else {
      for (const Need one : needs_from({word}, "test")) facts.needs[one] = Shown::kFound;
    }
  }
  return facts;
}

/// "METHOD OUTCOME MILLISECONDS MATCHED/EAGER/REPLAY FEATURE..", with the needs found in its graphs. It does
/// not meet other needs, or cannot. "-" stands for a coverage that was not measured.
MethodResult result_from(const std::string& line) {
  std::istringstream words(line);
  std::string method_name, outcome, coverage;
  double milliseconds = 0;
  words >> method_name >> outcome >> milliseconds >> coverage;
  MethodResult result;
  result.method = method_from_string(method_name).value();
  result.outcome = outcome_from_string(outcome).value();
  result.cost.capture_seconds = milliseconds / 1e3;
  if (result.outcome != Outcome::kRaises) {
    result.facts = facts_with(result.method, words);
    result.replay.emplace();
  }
  const ReplayRun wrong{.name = "fresh values", .verdict = ReplayVerdict::kDiverges, .message = "result 0"};
  if (result.outcome == Outcome::kDiverges)
    result.replay->verdict = ReplayVerdict::kDiverges, result.replay->runs = {wrong};
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

TEST_CASE("a method that diverges is never recommended, however early in the table") {
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
        "  make_fx_real: equally good as make_fx, which comes first\n");
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
        "aot_joint: meets backward, shapes and replays to what eager gives, takes 9.0 ms to capture\n"
        "  make_fx: cannot express backward\n"
        "  make_fx_grad: seed/mlp: shows no backward, where another method does\n");
  CHECK(recommended("make_fx captured 1 - shapes\n", {"backward"}) ==
        "none: no method meets backward and replays\n"
        "  make_fx: cannot express backward\n");
}

TEST_CASE("a need that no capture of the case shows is met by what declares it") {
  CHECK(recommended("make_fx captured 1 - shapes\nmake_fx_symbolic captured 9 - shapes\n", {"dynamic"}) ==
        "make_fx_symbolic: meets dynamic and replays to what eager gives, takes 9.0 ms to capture\n"
        "  make_fx: cannot express dynamic\n");
}

TEST_CASE("a capture with a break around an LSTM is no one graph, and its twin without one is") {
  const std::string packed =
      "aot_joint raises 9 -\n"
      "aot_joint_compile captured 5 12/644/12 backward breaks\n"
      "dynamo captured 1 3/644/3 breaks\n";
  CHECK(
      recommended(packed, {"one_graph"}) ==
      "none: no method meets one_graph and replays\n"
      "  aot_joint: seed/mlp: raises\n"
      "  aot_joint_compile: seed/mlp: not one_graph: 2 graphs, 1 graph break (after forward at lstm.py:14: a "
      "skipped function)\n"
      "  dynamo: seed/mlp: not one_graph: 2 graphs, 1 graph break (after forward at lstm.py:14: a skipped "
      "function)\n");
  CHECK_THAT(
      recommended(packed, {"backward"}),
      Catch::StartsWith("aot_joint_compile: meets backward and replays to what eager gives, recalls 1.8 % "
                        "of the operators that ran, has 1 graph break (after forward at lstm.py:14: a "
                        "skipped function), takes 5.0 ms to capture\n"));
  CHECK(recommended("dynamo captured 1 644/644/644\n", {"one_graph"}) ==
        "dynamo: meets one_graph and replays to what eager gives, recalls 100 % of the operators that ran, "
        "takes "
        "1.0 ms to capture\n");
}

TEST_CASE("fewer graph breaks go before recall and cost") {
  CHECK(recommended("aot_joint captured 90 9/10/9 backward\n"
                    "aot_joint_compile captured 1 10/10/10 backward breaks\n") ==
        "aot_joint: replays to what eager gives, recalls 90.0 % of the operators that ran, takes 90.0 ms to "
        "capture; the best of 2 that meet the need\n"
        "  aot_joint_compile: 1 graph break (after forward at lstm.py:14: a skipped function), where another "
        "method has none\n");
}

TEST_CASE("a functional graph is one in which nothing writes, whatever its method declares") {
  CHECK(recommended("make_fx captured 1 - mutation writes\naot captured 9 - mutation\n",
                    {"mutation", "functional"}) ==
        "aot: meets mutation, functional and replays to what eager gives, takes 9.0 ms to capture\n"
        "  make_fx: seed/mlp: not functional: aten.add_.Tensor writes\n");
  CHECK_THAT(recommended("make_fx captured 1 -\naot captured 9 -\n", {"functional"}),
             Catch::StartsWith("make_fx: "));
}

TEST_CASE("Assay's own recorders are the reference, recommended only where nothing else serves") {
  const std::string own = "native captured 1 10/10/10 backward\ndispatch captured 2 10/10/10 backward\n";
  const std::string reference =
      "Assay's own recorder: the reference, recommended only where nothing else serves\n";
  CHECK(
      recommended(own + "aot_joint captured 90 8/10/8 backward\n", {"backward"}) ==
      "aot_joint: meets backward and replays to what eager gives, recalls 80.0 % of the operators that ran, "
      "takes 90.0 ms to capture; the best of 3 that meet the need\n"
      "  dispatch: " +
          reference + "  native: " + reference);
  CHECK_THAT(
      recommended(own + "aot_joint captured 90 8/10/8\n", {"aliasing"}),
      Catch::StartsWith("dispatch: meets aliasing") &&
          Catch::Contains("; it is Assay's own (the TorchDispatchMode is Assay's, ") &&
          Catch::Contains("and nothing else serves\n  native: equally good as dispatch, which comes first\n"
                          "  aot_joint: cannot express aliasing\n"));
  CHECK(recommended(own, {"without_assay"}) ==
        "none: no method meets without_assay and replays\n"
        "  dispatch: is Assay's own: the TorchDispatchMode is Assay's, and so is what writes the graph\n"
        "  native: is Assay's own: the recorder in the dispatcher is Assay's; PyTorch has none\n");
}

TEST_CASE("what agrees only inside its guards stands behind what agrees everywhere, and before nothing") {
  CHECK(recommended("make_fx captured 50 - shapes\nmake_fx_symbolic guarded 1 - shapes\n") ==
        "make_fx: replays to what eager gives, takes 50.0 ms to capture; the best of 2 that meet the need\n"
        "  make_fx_symbolic: agrees inside its guards only\n");
  CHECK(recommended("make_fx raises 50 -\nmake_fx_symbolic guarded 1 - shapes\n") ==
        "make_fx_symbolic: agrees with eager inside its guards, takes 1.0 ms to capture\n"
        "  make_fx: seed/mlp: raises\n");
}

TEST_CASE("recall goes before order, and missed operators are named") {
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
      "  aot: equally good as make_fx_real, which comes first\n");
}

TEST_CASE("recall does not decide where one capture was not measured") {
  CHECK(recommended("make_fx captured 1 8/10/8 shapes\naot captured 3 - shapes\n") ==
        "make_fx: replays to what eager gives, recalls 80.0 % of the operators that ran, takes 1.0 ms to "
        "capture; "
        "the best of 2 that meet the need\n"
        "  aot: equally good as make_fx, which comes first\n");
}

TEST_CASE("of equally good methods the first in the table is recommended, whatever their captures took") {
  for (const char* seconds : {"1", "15", "900"}) {
    INFO(seconds);
    const std::string text =
        recommended("make_fx captured " + std::string(seconds) + " - shapes\naot captured 10 - shapes\n");
    CHECK_THAT(text, Catch::StartsWith("make_fx: ") &&
                         Catch::Contains("  aot: equally good as make_fx, which comes first\n"));
  }
}

TEST_CASE("how a method fared is told once, whether its replay said so or not") {
  MethodResult result;
  result.outcome = Outcome::kReplayFails;
  CHECK(describe(result) == "replay fails");
  result.why = "ValueError in stage replay: no";
  CHECK(describe(result) == "replay fails: ValueError in stage replay: no");
  const ReplayRun run{.name = "same inputs", .verdict = ReplayVerdict::kFails, .message = "node 1"};
  result.replay.emplace().verdict = ReplayVerdict::kFails;
  result.replay->runs = {run};
  result.why = "in other words";
  CHECK(describe(result) == "replay fails in run 'same inputs': node 1");
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
