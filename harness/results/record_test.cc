// Records: written, read back, and refused if invalid.
#include <limits>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/results/results_folder.h"
#include "harness/testing/scratch_folder.h"

namespace assay {
namespace {

PairResult full_record() {
  PairResult record;
  record.pair = {"seed/mlp", MethodId::kAotJoint, Device::kCuda};
  record.family = "seed";
  record.tiers = {"default", "smoke"};
  record.outcome = Outcome::kCaptured;
  record.stage = Stage::kCompare;
  record.verdict = Verdict::kDiffers;
  record.reason = "r";
  record.exception = "E";
  record.message = "two\nlines \"quoted\"";
  record.torch = "2.15.0+cu130";
  record.python = "3.11.2";
  record.phantom = "sm_90";
  record.nodes = 9;
  record.edges = 12;
  record.node_agreement = SetCount{8, 0, 0, 1};
  record.explanation = "1 node changed";
  record.golden = "golden/seed/mlp.txt";
  record.pending = "pending/seed/mlp/aot_joint@cuda.json";
  record.graph = "graphs/seed/mlp/aot_joint@cuda.json";
  record.golden_root = "/p/golden";
  record.not_yet_verified = true;
  record.next = "assay diff A B";
  record.replay.emplace();
  record.replay->runs = {{.kind = RunKind::kSame, .name = "same inputs", .bitwise = true, .message = ""}};
  record.replay->operators = 4;
  record.coverage = Coverage{.operators = {3, 4, 3},
                             .edges = {5, 6, 5},
                             .missed = {{"aten.relu.default", 1}},
                             .extra = {},
                             .missed_edges = {},
                             .extra_edges = {}};
  record.cost = {.eager_seconds = 0.001,
                 .capture_seconds = 0.25,
                 .write_seconds = 1e-7,
                 .child_seconds = 0.5,
                 .peak_bytes = 123456789012,
                 .eager_bytes = 4096,
                 .capture_bytes = 8192,
                 .load_seconds = 0.125,
                 .first_eager_seconds = 0.0625,
                 .tally_seconds = 2,
                 .pair_seconds = 4};
  record.causes = {{"1a2b3c4d", "target aten.tanh.default -> aten.relu.default"}};
  return record;
}

const std::string kFullLine =
    R"({"case":"seed/mlp","method":"aot_joint","device":"cuda","family":"seed","tiers":["default","smoke"],)"
    R"("outcome":"captured","stage":"compare","verdict":"differs","nodes":9,"edges":12,)"
    R"("node_agreement":{"matched":8,"missing":0,"extra":0,"changed":1},"edge_agreement":null,"not_yet_verified":true,)"
    R"("reason":"r","exception":"E","message":"two\nlines \"quoted\"","torch":"2.15.0+cu130","python":"3.11.2","phantom":"sm_90",)"
    R"("explanation":"1 node changed","golden":"golden/seed/mlp.txt","pending":"pending/seed/mlp/aot_joint@cuda.json",)"
    R"("graph":"graphs/seed/mlp/aot_joint@cuda.json","golden_root":"/p/golden","next":"assay diff A B",)"
    R"("replay":{"verdict":"replays","message":"","runs":[{"kind":"same","name":"same inputs","verdict":"replays",)"
    R"("bitwise":true,"fp64":false,"precision":null,"no_fp64":"","policies":[],"doubt":null,"left_out":"","message":"","observations":[]}],"errors":{},"departure":null,"findings":[],"through_table":false,"operators":4,)"
    R"("seconds":0.0},"coverage":{"operators":{"matched":3,"eager":4,"replay":3},"edges":{"matched":5,"eager":6,"replay":5},)"
    R"("missed":{"aten.relu.default":1},"extra":{},"missed_edges":{},"extra_edges":{}},)"
    R"("cost":{"eager_seconds":0.001,"capture_seconds":0.25,"write_seconds":1e-07,"child_seconds":0.5,"peak_bytes":123456789012,)"
    R"("eager_bytes":4096,"capture_bytes":8192,"load_seconds":0.125,"first_eager_seconds":0.0625,"tally_seconds":2.0,"pair_seconds":4.0},)"
    R"("causes":[{"id":"1a2b3c4d","what":"target aten.tanh.default -> aten.relu.default"}]})";

/// The line with `from` replaced by `to`. `from` must be there.
std::string changed(const std::string& from, const std::string& to) {
  std::string line = kFullLine;
  const std::size_t at = line.find(from);
  REQUIRE(at != std::string::npos);
  return line.replace(at, from.size(), to);
}

std::string message(const std::string& line) {
  const ScratchFolder unused;
  return message_of<InputError>(unused, [&] { decode_record(line, "results.jsonl:7"); });
}

TEST_CASE("a record is one line with every key") { CHECK(encode_record(full_record()) == kFullLine); }

TEST_CASE("a record read back is the record") {
  CHECK(encode_record(decode_record(kFullLine, "x:1")) == kFullLine);
  PairResult bare;
  bare.pair.case_id = "a";
  CHECK(encode_record(decode_record(encode_record(bare), "x:1")) == encode_record(bare));
}

TEST_CASE("a record of before there were causes in it is read, and has none") {
  const std::string former =
      changed(R"(,"causes":[{"id":"1a2b3c4d","what":"target aten.tanh.default -> aten.relu.default"}])", "");
  CHECK(decode_record(former, "x:1").causes.empty());
  CHECK(message(changed(R"("id":"1a2b3c4d",)", ""))
            .starts_with("results.jsonl:7: causes[0]: the key 'id' is missing\n"));
}

TEST_CASE("a record of a pair that was run more than once says how often, others say nothing of it") {
  PairResult record = full_record();
  record.repetition = Repetition{.runs = 5, .otherwise = 2, .how = "raises E: m"};
  const std::string line = encode_record(record);
  CHECK(line == changed("}]}", R"(}],"repetition":{"runs":5,"otherwise":2,"how":"raises E: m"}})"));
  CHECK(decode_record(line, "x:1").repetition == record.repetition);
  CHECK_FALSE(decode_record(kFullLine, "x:1").repetition);
  CHECK(told(*record.repetition) == "2 of 5 runs ended otherwise: raises E: m");
}

TEST_CASE("a record of a capture with graph breaks says where they are, others say nothing of it") {
  PairResult record = full_record();
  record.breaks = {{"forward", BreakSide::kAfter, "a skipped function", "lstm.py:14"},
                   {"forward_1", BreakSide::kBefore, "", ""}};
  const std::string line = encode_record(record);
  CHECK(line ==
        changed("}]}",
                R"(}],"breaks":[{"graph":"forward","side":"after","reason":"a skipped function",)"
                R"("source":"lstm.py:14"},{"graph":"forward_1","side":"before","reason":"","source":""}]})"));
  CHECK(decode_record(line, "x:1").breaks == record.breaks);
  CHECK(decode_record(kFullLine, "x:1").breaks.empty());
}

TEST_CASE("a record of a capture that was watched says what it left behind, others say nothing of it") {
  PairResult record = full_record();
  record.aftermath = Aftermath{.left_behind = {"grad mode was on, is off"},
                               .other_program = "another joint program than native: missing aten.t.default",
                               .peer = MethodId::kNative};
  const std::string line = encode_record(record);
  CHECK(
      line ==
      changed(
          "}]}",
          R"(}],"aftermath":{"left_behind":["grad mode was on, is off"],"second_time":"",)"
          R"("other_program":"another joint program than native: missing aten.t.default","peer":"native"}})"));
  CHECK(decode_record(line, "x:1").aftermath == record.aftermath);
  CHECK_FALSE(decode_record(kFullLine, "x:1").aftermath);
}

TEST_CASE("a message out of a child may hold any bytes and still gives one line of UTF-8") {
  PairResult record = full_record();
  record.message = std::string("\xff\xfe\0\n\r", 5);
  const std::string line = encode_record(record);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(decode_record(line, "x:1").message == std::string("\xef\xbf\xbd\xef\xbf\xbd\0\n\r", 9));
}

TEST_CASE("a number that is none is refused on writing") {
  PairResult record = full_record();
  record.cost.capture_seconds = std::numeric_limits<double>::quiet_NaN();
  const ScratchFolder unused;
  CHECK(message_of<HarnessError>(unused, [&] { encode_record(record); }) ==
        "seed/mlp aot_joint cuda: capture_seconds: a duration that is no number\n  expected: a finite number "
        "of seconds\n  found: nan");
}

TEST_CASE("a record that is off is refused with its line and path") {
  CHECK(message(changed(R"("nodes":9)", R"("nodes":-9)")) ==
        "results.jsonl:7: nodes: too small\n  expected: a whole number, 0 or more\n  found: -9\n  next: "
        "assay check --results DIR");
  CHECK(message(changed(R"("nodes":9,)", "")).starts_with("results.jsonl:7: the key 'nodes' is missing\n"));
  CHECK(message(changed(R"("nodes":9)", R"("nodes":9,"noeds":9)"))
            .starts_with("results.jsonl:7: noeds: unknown key 'noeds'; did you mean 'nodes'?\n"));
  CHECK(message(changed(R"("cuda")", R"("tpu")")).starts_with("results.jsonl:7: device: unknown device\n"));
  CHECK(message(changed(R"("differs")", R"("fine")"))
            .starts_with("results.jsonl:7: verdict: unknown verdict\n"));
  CHECK(
      message(changed("0.25", "null")).starts_with("results.jsonl:7: cost.capture_seconds: not a number\n"));
  CHECK(message(changed(R"("missing":0,)", ""))
            .starts_with("results.jsonl:7: node_agreement: the key 'missing' is missing\n"));
  CHECK(message(changed(R"("operators":4)", R"("operators":-4)"))
            .starts_with("results.jsonl:7: replay.operators: too small\n"));
  CHECK(message(kFullLine.substr(0, 100)).starts_with("results.jsonl:7: not JSON: "));
}

TEST_CASE("a case id in a record cannot lead out of its folder") {
  CHECK(message(changed(R"("seed/mlp")", R"("../../etc")"))
            .starts_with("results.jsonl:7: case: not a case id\n"));
}

TEST_CASE("the files that a record names cannot lead out of the results folder") {
  for (const char* key : {"graph", "pending"}) {
    for (const char* path : {"../..", "/etc/passwd", "a/../../b", "."}) {
      PairResult record = full_record();
      (std::string_view(key) == "graph" ? record.graph : record.pending) = path;
      CHECK(message(encode_record(record))
                .starts_with("results.jsonl:7: " + std::string(key) +
                             ": not a path below the results folder\n"));
    }
  }
  CHECK(decode_record(encode_record(full_record()), "results.jsonl:7").graph == full_record().graph);
}

TEST_CASE("what a next line is made of is read back, and its text is for people alone") {
  PairResult record = full_record();
  record.next = ShellLine(std::vector<ShellLine::Part>{
      "cd ", ShellLine::Word{"my folder"}, " && ",
      Command{.verb = "diff", .arguments = {"a b", "c"}, .options = {"--project", "p"}}});
  std::string line = encode_record(record);
  CHECK(decode_record(line, "here").next == record.next);
  const std::string said = R"("next":"cd 'my folder' && assay --project p diff 'a b' c")";
  REQUIRE(line.find(said) != std::string::npos);
  line.replace(line.find(said), said.size(), R"("next":"see for yourself")");
  CHECK(decode_record(line, "here").next == record.next);
}

TEST_CASE("advice without a command is kept as its text") {
  PairResult record = full_record();
  record.next = "net.json: remove or correct expect.make_fx";
  const std::string line = encode_record(record);
  CHECK(line.find("next_parts") == std::string::npos);
  CHECK(decode_record(line, "here").next == record.next);
}

TEST_CASE("one line says pair, verdict, why and what to type next") {
  PairResult record = full_record();
  CHECK(one_line(record) ==
        "seed/mlp aot_joint cuda: differs: 1 node changed (not yet verified with torch 2.15.0+cu130); next: "
        "assay diff A B");
  record.not_yet_verified = false;
  record.verdict = Verdict::kUnexpectedFailure;
  record.outcome = Outcome::kRaises;
  record.replay.reset();
  record.stage = Stage::kCapture;
  CHECK(one_line(record) ==
        "seed/mlp aot_joint cuda: unexpected_failure: raises in capture: E: two; next: assay diff A B");
  record.exception.clear();
  CHECK(
      one_line(record) ==
      "seed/mlp aot_joint cuda: unexpected_failure: raises in capture: 1 node changed; next: assay diff A B");
}

TEST_CASE("one line of a pair that diverges names the run, the operator and both values") {
  PairResult record = full_record();
  record.not_yet_verified = false;
  record.verdict = Verdict::kUnexpectedFailure;
  record.outcome = Outcome::kDiverges;
  record.replay->verdict = ReplayVerdict::kDiverges;
  record.replay->runs[0].verdict = ReplayVerdict::kDiverges;
  record.replay->departure = Departure{.graph = "joint",
                                       .node = 3,
                                       .target = "aten.mul.Tensor",
                                       .expected = "1",
                                       .found = "2",
                                       .module = "",
                                       .source = ""};
  record.next = "assay replay FILE --case seed/mlp";
  CHECK(
      one_line(record) ==
      "seed/mlp aot_joint cuda: unexpected_failure: diverges in run 'same inputs': joint/%3 aten.mul.Tensor: "
      "expected 1, found 2; next: assay replay FILE --case seed/mlp");
  record.outcome = Outcome::kCrashes;
  record.exception.clear();
  record.explanation = "died";
  CHECK_THAT(one_line(record), Catch::Contains("crashes in compare: died"));
}

TEST_CASE("one line of a green pair ends without a command") {
  PairResult record = full_record();
  record.not_yet_verified = false;
  record.verdict = Verdict::kMatch;
  CHECK(one_line(record) == "seed/mlp aot_joint cuda: match");
  record.explanation.clear();
  record.verdict = Verdict::kExpectedFailure;
  record.reason = "branches on a value";
  CHECK(one_line(record) == "seed/mlp aot_joint cuda: expected_failure: branches on a value");
}

TEST_CASE("one line stays one line and short, whatever the message") {
  PairResult record = full_record();
  record.verdict = Verdict::kUnexpectedFailure;
  record.message = "\n\n  " + std::string(5000, 'x') + "\n";
  const std::string line = one_line(record);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(line.size() < 350);
}

}  // namespace
}  // namespace assay
