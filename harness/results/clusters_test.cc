// clusters_of: equal reasons fold, different reasons do not, and each cluster has a command.
#include "harness/results/clusters.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

PairResult red(const char* case_id, Verdict verdict, const std::string& next = "assay look") {
  PairResult record;
  record.pair = {case_id, MethodId::kMakeFx, Device::kCpu};
  record.verdict = verdict;
  record.outcome = verdict == Verdict::kUnexpectedFailure ? Outcome::kRaises : Outcome::kCaptured;
  record.stage = Stage::kCapture;
  record.next = next;
  return record;
}

PairResult raises(const char* case_id, const std::string& exception, const std::string& message) {
  PairResult record = red(case_id, Verdict::kUnexpectedFailure);
  record.exception = exception;
  record.message = message;
  return record;
}

PairResult differs(const char* case_id, std::vector<NamedCause> causes) {
  PairResult record = red(case_id, Verdict::kDiffers, std::string("assay diff ") + case_id);
  record.causes = std::move(causes);
  return record;
}

PairResult fresh(const char* case_id) {
  PairResult record = red(case_id, Verdict::kNew);
  record.replay.emplace();
  return record;
}

std::string told(const std::vector<PairResult>& records) {
  std::string text;
  for (const Cluster& each : clusters_of(records, "r"))
    text += std::to_string(each.pairs) + " " + causes_text(each) + (each.causes.empty() ? "" : " ") +
            each.what + " [" + each.first.pair.case_id + "; " + each.next.text() + "]\n";
  return text;
}

TEST_CASE("what is green is in no cluster") {
  CHECK(told({red("a", Verdict::kMatch), red("b", Verdict::kExpectedFailure)}).empty());
}

TEST_CASE("differences are one by their cause, and a pair of two causes is in two") {
  const NamedCause relu{"00000001", "target relu -> tanh"}, sum{"00000002", "missing 1 sum"};
  CHECK(told({differs("b", {relu}), differs("a", {relu, sum}), differs("c", {sum}), differs("d", {sum})}) ==
        "3 cause 00000002 missing 1 sum [a; assay diff a]\n"
        "2 cause 00000001 target relu -> tanh [a; assay diff a]\n");
}

TEST_CASE("one change of one model is one cluster, however its methods write it") {
  const NamedCause python{"00000001", "target torch.gelu -> torch.silu"},
      aten{"00000002", "target aten.gelu -> aten.silu"}, elsewhere{"00000003", "missing aten.clone"};
  PairResult traced = differs("a", {python}), exported = differs("a", {aten}), made = differs("a", {aten});
  exported.pair.method = MethodId::kExport;
  made.pair.method = MethodId::kDispatch;
  CHECK(told({traced, exported, made}) == "3 2 causes target aten.gelu -> aten.silu [a; assay diff a]\n");
  CHECK(told({traced, exported, made, differs("b", {elsewhere})}) ==
        "3 2 causes target aten.gelu -> aten.silu [a; assay diff a]\n"
        "1 cause 00000003 missing aten.clone [b; assay diff b]\n");
}

TEST_CASE("failures are one by stage, exception and message, numbers set aside") {
  CHECK(told({raises("a", "ValueError", "size 3 of 12\nmore"), raises("b", "ValueError", "size 4 of 5")}) ==
        "2 at stage capture: ValueError: size 3 of 12 [a; assay look]\n");
  PairResult later = raises("c", "ValueError", "size 3 of 12");
  later.stage = Stage::kReplay;
  CHECK(told({raises("a", "ValueError", "size 3 of 12"), raises("b", "TypeError", "size 3 of 12"),
              raises("d", "ValueError", "no size"), later}) ==
        "1 at stage capture: TypeError: size 3 of 12 [b; assay look]\n"
        "1 at stage capture: ValueError: no size [d; assay look]\n"
        "1 at stage capture: ValueError: size 3 of 12 [a; assay look]\n"
        "1 at stage replay: ValueError: size 3 of 12 [c; assay look]\n");
}

TEST_CASE("how a pair failed keeps clusters apart that say the same") {
  PairResult timed_out = raises("b", "", "");
  timed_out.outcome = Outcome::kTimesOut;
  CHECK(clusters_of({raises("a", "", ""), timed_out}, "r").size() == 2);
}

TEST_CASE("an unexpected pass is told by the reason that is no longer true, a missing pair by what it says") {
  PairResult passes = red("a", Verdict::kUnexpectedPass), missing = red("b", Verdict::kMissing);
  passes.reason = "control flow";
  missing.explanation = "was to run and did not\n";
  CHECK(told({passes, missing}) ==
        "1 control flow [a; assay look]\n"
        "1 was to run and did not [b; assay look]\n");
}

TEST_CASE("flaky pairs are clustered by what the other runs did, however often") {
  PairResult seldom = red("a", Verdict::kFlaky), often = red("b", Verdict::kFlaky);
  seldom.repetition = Repetition{.runs = 9, .otherwise = 1, .how = "raises E: at 7"};
  often.repetition = Repetition{.runs = 9, .otherwise = 5, .how = "raises E: at 8"};
  CHECK(told({seldom, often}) == "2 raises E: at 7 [a; assay look]\n");
}

TEST_CASE("what is new is accepted at once where nothing else is red, replayed pairs only") {
  CHECK(told({fresh("a"), fresh("b")}) == "2 no golden [a; assay accept --all --results r]\n");
  CHECK(told({fresh("a")}) == "1 no golden [a; assay look]\n");
  CHECK(told({fresh("a"), fresh("b"), differs("c", {{"00000001", "target"}})}) ==
        "2 no golden [a; assay review --results r]\n1 cause 00000001 target [c; assay diff c]\n");
  PairResult unreplayed = fresh("b");
  unreplayed.replay.reset();
  CHECK(told({fresh("a"), unreplayed}) ==
        "1 no golden [a; assay look]\n1 no golden, and not replayed [b; assay look]\n");
}

TEST_CASE("a record without a command gets the one that runs its pair again") {
  CHECK(told({red("a", Verdict::kDiffers, "")}) == "1  [a; assay check a --methods make_fx --device cpu]\n");
}

}  // namespace
}  // namespace assay
