// Two recordings and what is known of their differences; each rule with the breach just outside it.
#include "ci/proofs/known_differences.h"

#include <fstream>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/text.h"
#include "harness/results/results_folder.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

// As a mode of Python sees it: a saved output is detached.
constexpr const char* kByMode = R"(graph joint
%0 = input user "0" : f32[2]
%1 = aten.relu.default(self=%0) : f32[2]
%2 = aten.detach.default(self=%1) alias(0:self) : f32[2]
%3 = aten.add.Tensor(self=%2, other=%0, alpha?=1) : f32[2]
output "0"=%3
)";
constexpr const char* kByFallback = R"(graph joint
%0 = input user "0" : f32[2]
%1 = aten.relu.default(self=%0) : f32[2]
%2 = aten.add_.Tensor(self=%1, other=%0, alpha?=1) mutates(self) alias(0:self) : f32[2]
output "0"=%2
)";
constexpr const char* kMiswired = R"(graph joint
%0 = input user "0" : f32[2]
%1 = aten.relu.default(self=%0) : f32[2]
%2 = aten.add.Tensor(self=%0, other=%0, alpha?=1) : f32[2]
output "0"=%2
)";

Changes changes(const char* left, const char* right) {
  return changes_between(parse_text(left), parse_text(right));
}

std::string target_change() {
  for (const auto& [change, count] : changes(kByMode, kByFallback)) {
    if (change != kFoldedDetach) return change;
  }
  return "";
}

KnownDifferences agreed(std::size_t detaches) {
  return {{{"saved", "autograd detaches what it saves", {std::string(kFoldedDetach)}},
           {"in_place", "gradients are added up in place", {target_change()}}},
          {{"cpu", {{"seed/mlp", {{"saved", detaches}, {"in_place", 1}}}}}}};
}

TEST_CASE("a graph agrees with itself without any change") { CHECK(changes(kByMode, kByMode).empty()); }

TEST_CASE("detached copies are counted, what else differs is told by its cause") {
  const Changes found = changes(kByMode, kByFallback);
  CHECK(found.size() == 2);
  CHECK(found.at(std::string(kFoldedDetach)) == 1);
  CHECK(target_change().find("aten.add_.Tensor") != std::string::npos);
  CHECK(changes(kByFallback, kByMode).contains(std::string(kFoldedDetachRight)));
}

TEST_CASE("differences that are known are no breach") {
  const RecordingsReport report =
      judge_recordings(agreed(1), {{{"seed/mlp", "cpu"}, changes(kByMode, kByFallback)}});
  CHECK(report.breaches.empty());
  CHECK(report.pairs == 1);
  CHECK(report.identical == 0);
  CHECK(report.by_reason == std::map<std::string, std::size_t>{{"in_place", 1}, {"saved", 1}});
}

TEST_CASE("a changed count is a breach") {
  const RecordingsReport report =
      judge_recordings(agreed(2), {{{"seed/mlp", "cpu"}, changes(kByMode, kByFallback)}});
  CHECK(report.breaches == std::vector<std::string>{"seed/mlp cpu: saved: expected 2, found 1"});
}

TEST_CASE("a rewired edge between equal operators has no reason") {
  KnownDifferences none;
  const RecordingsReport report =
      judge_recordings(none, {{{"seed/mlp", "cpu"}, changes(kByMode, kMiswired)}});
  REQUIRE(report.breaches.size() == 2);
  CHECK(report.breaches[1].find("without a reason, 1 times") != std::string::npos);
}

TEST_CASE("a recording that only one of the two made needs a reason like any other difference") {
  const RecordingsReport report =
      judge_recordings({}, {{{"seed/mlp", "cpu"}, {{std::string(kRightAlone), 1}}}});
  CHECK(report.breaches ==
        std::vector<std::string>{"seed/mlp cpu: without a reason, 1 times: recorded by the right alone"});
}

/// A results folder of native's and dispatch's records: "native seed/mlp", or "native seed/mlp!" where
/// nothing was recorded.
std::vector<std::string> pairs_of(const std::vector<std::string>& runs) {
  const ScratchFolder folder;
  std::ofstream lines(folder.root() / "results.jsonl");
  for (std::string run : runs) {
    PairResult record;
    if (run.ends_with('!'))
      run.pop_back();
    else
      record.graph = "graphs/g.json";
    const std::size_t space = run.find(' ');
    record.pair = {run.substr(space + 1), method_from_string(run.substr(0, space)).value(), Device::kCpu};
    lines << encode_record(record) << "\n";
  }
  lines.close();
  std::vector<std::string> told;
  for (const RecordedPair& pair : recorded_pairs(folder.root(), "dispatch", "native"))
    told.push_back(pair.case_id + (pair.left.empty() ? "" : " left") + (pair.right.empty() ? "" : " right"));
  return told;
}

TEST_CASE("cases are held against one another that both methods were run on") {
  CHECK(pairs_of({"native a", "dispatch b", "native b", "dispatch c!", "native c", "dispatch d!",
                  "native d!"}) == std::vector<std::string>{"b left right", "c right"});
}

TEST_CASE("a case with known counts that was not recorded, and a reason without use, are breaches") {
  const RecordingsReport report = judge_recordings(agreed(1), {{{"seed/other", "cpu"}, {}}});
  CHECK(report.breaches == std::vector<std::string>{"seed/mlp cpu: counts are known, nothing was recorded",
                                                    "reason saved: nothing needs it",
                                                    "reason in_place: nothing needs it"});
}

TEST_CASE("nothing recorded is not agreement") {
  CHECK(judge_recordings({}, {}).breaches ==
        std::vector<std::string>{"no case was recorded by both methods"});
}

std::string refusal(const std::string& text) {
  const ScratchFolder folder;
  const auto file = folder / "known.json";
  std::ofstream(file) << text;
  try {
    known_differences_from(file);
  } catch (const InputError& error) {
    return error.parts().what;
  }
  return "";
}

TEST_CASE("the list of reasons is closed: at most ten, one for each change, and no count without one") {
  std::string many;
  for (int i = 0; i < 11; ++i) {
    const std::string n = std::to_string(i);
    many += (i == 0 ? "\"r" : ", \"r") + n + R"(": {"why": "w", "changes": ["c)" + n + "\"]}";
  }
  CHECK(refusal(R"({"assay_recordings": 1, "reasons": {)" + many + R"(}, "counts": {}})") ==
        "too many reasons");
  CHECK(
      refusal(
          R"({"assay_recordings": 1, "reasons": {"a": {"why": "w", "changes": ["c", "c"]}}, "counts": {}})") ==
      "two reasons explain the same change");
  CHECK(refusal(R"({"assay_recordings": 1, "reasons": {}, "counts": {"cpu": {"x": {"a": 1}}}})") ==
        "no such reason");
  CHECK(refusal(R"({"assay_recordings": 1, "reasons": {}, "counts": {}})").empty());
}

TEST_CASE("no case can be left out of what is known") {
  CHECK(refusal(R"({"assay_recordings": 1, "reasons": {}, "counts": {}, "left_out": {"seed/*": "later"}})") ==
        "unknown key 'left_out'");
}

}  // namespace
}  // namespace assay
