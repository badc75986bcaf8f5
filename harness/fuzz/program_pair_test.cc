// A pair of a generated program: from its ending to verdict, graph and next command.
#include "harness/fuzz/program_pair.h"

#include <catch2/catch.hpp>

#include "harness/testing/scratch_folder.h"

namespace assay::fuzz {
namespace {

namespace fs = std::filesystem;

const Project kProgram{.root = "f/programs"};

/// A results folder with both graphs of the pair.
class Run : public ScratchFolder {
 public:
  PairResult judge(Outcome outcome, std::optional<Aftermath> aftermath = {}) const {
    ResultsFolder results(root() / "f", OpenFor::kFresh);
    PairResult record;
    record.pair = {"fuzz/1", MethodId::kMakeFx, Device::kCpu};
    record.outcome = outcome;
    record.message = "why";
    record.aftermath = std::move(aftermath);
    write("f/graphs/fuzz/1/make_fx@cpu.json", "graph");
    write("f/graphs/fuzz/1/make_fx@cpu.again.json", "graph");
    return judged(record, results, kProgram);
  }
  /// The graphs that are kept.
  std::string kept() const {
    const fs::path graph = root() / "f/graphs/fuzz/1/make_fx@cpu.json";
    return std::string(fs::exists(graph) ? "first " : "") +
           (fs::exists(fs::path(graph).replace_extension(".again.json")) ? "again " : "");
  }
};

TEST_CASE("a capture that agrees is new, and of one that is refused nothing is kept either") {
  const Run run;
  const PairResult captured = run.judge(Outcome::kCaptured);
  CHECK(captured.verdict == Verdict::kNew);
  CHECK(captured.next.empty());
  CHECK(run.kept().empty());
  CHECK(run.judge(Outcome::kRaises).verdict == Verdict::kUnexpectedFailure);
  CHECK(run.kept().empty());
}

TEST_CASE("a finding keeps its graph, and is replayed by itself") {
  const Run run;
  const PairResult found = run.judge(Outcome::kDiverges);
  CHECK(found.verdict == Verdict::kUnexpectedFailure);
  CHECK(found.graph == "graphs/fuzz/1/make_fx@cpu.json");
  CHECK(run.hide(found.next.text()) ==
        "assay replay SCRATCH/f/graphs/fuzz/1/make_fx@cpu.json --case fuzz/1 --project f/programs");
  CHECK(run.kept() == "first ");
}

TEST_CASE("of another graph the second time both are kept, to be compared") {
  const Run run;
  const PairResult found =
      run.judge(Outcome::kCaptured, Aftermath{.second_time = "captures another graph: x"});
  CHECK(found.verdict == Verdict::kUnexpectedFailure);
  CHECK(run.hide(found.next.text()) ==
        "assay diff SCRATCH/f/graphs/fuzz/1/make_fx@cpu.json "
        "SCRATCH/f/graphs/fuzz/1/make_fx@cpu.again.json");
  CHECK(run.kept() == "first again ");
}

TEST_CASE("another program than a peer's is compared with it") {
  const Run run;
  const PairResult found = run.judge(
      Outcome::kCaptured,
      Aftermath{.other_program = "another forward program than native: x", .peer = MethodId::kNative});
  CHECK(found.next.text() == "assay compare fuzz/1 --project f/programs");
}

TEST_CASE("what the worker cannot do is skipped with its reason, what got no process is missing") {
  const Run run;
  const PairResult unsupported = run.judge(Outcome::kUnsupported);
  CHECK(unsupported.verdict == Verdict::kSkipped);
  CHECK(unsupported.reason == "why");
  CHECK(run.judge(Outcome::kSkipped).verdict == Verdict::kMissing);
}

TEST_CASE("only what is held against others is lowered") {
  const Case test =
      read_case_text(R"({"case": "fuzz/1", "factory": "net.py:Net"})", "f/programs/models/fuzz.json").front();
  const PlannedPair planned{{"fuzz/1", MethodId::kMakeFx, Device::kCpu}, &test};
  CHECK(task_of(planned, kProgram, "g/a.json", {MethodId::kMakeFx}).lowered_path.empty());
  CHECK(task_of(planned, kProgram, "g/a.json", {MethodId::kMakeFx, MethodId::kNative}).lowered_path ==
        "g/a.lowered.json");
  CHECK(task_of(planned, kProgram, "g/a.json", {MethodId::kMakeFx}).again_path == "g/a.again.json");
}

}  // namespace
}  // namespace assay::fuzz
