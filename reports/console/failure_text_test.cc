// failure_text, failure_blocks: blocks and single lines.
#include "reports/console/failure_text.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

PairResult pair_with(Verdict verdict, Outcome outcome) {
  PairResult result;
  result.pair = {"seed/mlp", MethodId::kAotJoint, Device::kCpu};
  result.verdict = verdict;
  result.outcome = outcome;
  result.stage = Stage::kCapture;
  return result;
}

}  // namespace

TEST_CASE("a difference names its files, explains itself and ends with the next command") {
  PairResult result = pair_with(Verdict::kDiffers, Outcome::kCaptured);
  result.golden = "golden/seed/mlp.txt";
  result.pending = "pending/seed/mlp/aot_joint@cpu.json";
  result.explanation =
      "nodes: 9 matched, 1 changed\ntarget joint/%4\n  expected aten.relu.default\n  found "
      "aten.silu.default\n";
  result.next = "assay accept --case seed/mlp --method aot_joint --device cpu";
  CHECK(failure_text(result, 20) ==
        "DIFFERS seed/mlp aot_joint cpu\n"
        "  golden: golden/seed/mlp.txt\n"
        "  pending: pending/seed/mlp/aot_joint@cpu.json\n"
        "  nodes: 9 matched, 1 changed\n"
        "  target joint/%4\n"
        "    expected aten.relu.default\n"
        "    found aten.silu.default\n"
        "  next: assay accept --case seed/mlp --method aot_joint --device cpu\n");
}

TEST_CASE("an exception is told with its stage, and escape sequences in it are made visible") {
  PairResult result = pair_with(Verdict::kUnexpectedFailure, Outcome::kRaises);
  result.exception = "RuntimeError";
  result.message = "bad \x1b[31mshape\nsecond line";
  result.explanation = "expected: captured\nfound: raises RuntimeError";
  result.next = "assay capture seed/mlp --method aot_joint --device cpu -v";
  CHECK(failure_text(result, 20) ==
        "RAISES seed/mlp aot_joint cpu\n"
        "  at stage capture:\n"
        "    RuntimeError: bad \\x1b[31mshape\n"
        "    second line\n"
        "  expected: captured\n"
        "  found: raises RuntimeError\n"
        "  next: assay capture seed/mlp --method aot_joint --device cpu -v\n");
}

TEST_CASE("a capture that diverges tells each run, where it departs, and the command that replays it") {
  PairResult result = pair_with(Verdict::kUnexpectedFailure, Outcome::kDiverges);
  result.stage = Stage::kCompare;
  result.message = "diverges in run 'same inputs': joint/%3 aten.mul.Tensor: expected 1, found 2";
  result.replay.emplace();
  result.replay->verdict = ReplayVerdict::kDiverges;
  result.replay->operators = 9;
  result.replay->runs.resize(1);
  result.replay->runs[0].name = "same inputs";
  result.replay->runs[0].verdict = ReplayVerdict::kDiverges;
  result.replay->runs[0].message = "result 0: 1 of 1 value";
  result.replay->departure.emplace();
  result.replay->departure->graph = "joint";
  result.replay->departure->node = 3;
  result.replay->departure->target = "aten.mul.Tensor";
  result.replay->departure->expected = "1";
  result.replay->departure->found = "2\x1b[31m";
  result.next = "assay replay FILE --case seed/mlp";
  CHECK(failure_text(result, 20) ==
        "DIVERGES seed/mlp aot_joint cpu\n"
        "  same inputs  diverges  result 0: 1 of 1 value\n"
        "  departs at joint/%3  aten.mul.Tensor\n"
        "    expected  1\n"
        "    found     2\\x1b[31m\n"
        "  9 operators per run, 0 us\n"
        "  next: assay replay FILE --case seed/mlp\n");
  result.replay.reset();
  CHECK_THAT(failure_text(result, 20), Catch::Contains("  at stage compare:\n    diverges in run"));
}

TEST_CASE("a long explanation is cut and says how much it left out") {
  PairResult result = pair_with(Verdict::kDiffers, Outcome::kCaptured);
  result.explanation = "one\n\nthree\nfour\n";
  result.next = "assay diff A B";
  CHECK(failure_text(result, 2) ==
        "DIFFERS seed/mlp aot_joint cpu\n"
        "  one\n"
        "\n"
        "  ... and 2 more lines\n"
        "  next: assay diff A B\n");
}

TEST_CASE("a record without a next command still ends with one") {
  CHECK(failure_text(pair_with(Verdict::kMissing, Outcome::kSkipped), 5) ==
        "MISSING seed/mlp aot_joint cpu\n"
        "  next: assay check seed/mlp --methods aot_joint --device cpu\n");
}

TEST_CASE("green pairs have no block, new ones take a line each, others are set apart") {
  PairResult fresh = pair_with(Verdict::kNew, Outcome::kCaptured),
             differs = pair_with(Verdict::kDiffers, Outcome::kCaptured);
  fresh.next = differs.next = "assay accept --all";
  const std::vector<PairResult> results = {pair_with(Verdict::kMatch, Outcome::kCaptured),
                                           fresh,
                                           fresh,
                                           differs,
                                           pair_with(Verdict::kSkipped, Outcome::kUnsupported),
                                           pair_with(Verdict::kExpectedFailure, Outcome::kRaises),
                                           fresh};
  CHECK(failure_blocks(results, 5, Color::kOff) ==
        "NEW seed/mlp aot_joint cpu  next: assay accept --all\n"
        "NEW seed/mlp aot_joint cpu  next: assay accept --all\n"
        "\n"
        "DIFFERS seed/mlp aot_joint cpu\n"
        "  next: assay accept --all\n"
        "\n"
        "NEW seed/mlp aot_joint cpu  next: assay accept --all\n");
}

TEST_CASE("a golden that cannot be read is told in a block although its pair is new") {
  PairResult result = pair_with(Verdict::kNew, Outcome::kCaptured);
  result.explanation = "golden/x.json:3: conflict marker";
  result.next = "git checkout golden/x.json";
  CHECK(failure_blocks({result}, 5, Color::kOn) ==
        "\x1b[33mNEW seed/mlp aot_joint cpu\x1b[0m\n"
        "  golden/x.json:3: conflict marker\n"
        "  next: git checkout golden/x.json\n");
}

TEST_CASE("a green run has no failure blocks") {
  CHECK(failure_blocks({pair_with(Verdict::kMatch, Outcome::kCaptured)}, 5, Color::kOn).empty());
}
