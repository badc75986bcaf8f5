// The protocol: every message survives its line, and bad lines are refused.
#include "harness/protocol/messages.h"

#include <limits>

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/zoo/replay_json.h"

namespace assay::protocol {
namespace {

template <typename Decode>
std::string message_of(Decode decode, std::string_view line) {
  try {
    decode(line);
  } catch (const HarnessError& error) {
    return to_message(error.parts());
  }
  return "(accepted)";
}

std::string refusal(std::string_view line) { return message_of(decode_from_worker, line); }

/// Decodes a line and encodes it again. The result differs if a field was lost.
std::string again(const std::string& line) { return encode(decode_from_worker(line)); }

std::string with(std::string text, std::string_view old, std::string_view replacement) {
  const auto at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), replacement);
}

Ended an_ended() {
  return {.id = 7,
          .ending = Ending::kRaised,
          .stage = Stage::kCapture,
          .exception = "TraceError",
          .message = "control\nflow \"quoted\" \xc3\xa9",
          .traceback = "a.py:3",
          .raised_at = "torch/b.py:4 in f",
          .exit_code = 1,
          .signal = 11,
          .nodes = 12,
          .edges = 34,
          .cost = {.eager_seconds = 0.25,
                   .capture_seconds = 0.5,
                   .write_seconds = 1e-3,
                   .child_seconds = 2,
                   .peak_bytes = 1ull << 40,
                   .eager_bytes = 56,
                   .capture_bytes = 78,
                   .load_seconds = 0.125,
                   .first_eager_seconds = 0.0625,
                   .tally_seconds = 3,
                   .pair_seconds = 4},
          .new_modules = {"torch.a", "b"},
          .lowering_failure = "joint: node 3",
          .left_behind = {"grad mode was on, is off"},
          .again_failure = "no"};
}

const Subject kSubject{
    .test = {{"case", "seed/mlp"}}, .method = MethodId::kAotJoint, .device = Device::kCuda};

Request request_for(Task task) {
  return {.id = 3, .scratch = "/s", .seconds = 1.5, .memory_gb = 0.5, .further = 2, .task = std::move(task)};
}

/// The task on a request's line.
std::string task_on_the_line(Task task) {
  const std::string line = encode(request_for(std::move(task)));
  CHECK(encode(decode_request(line)) == line);
  const std::string head =
      R"({"type":"request","protocol":11,"id":3,"scratch":"/s","seconds":1.5,"memory_gb":0.5,"further":2,"task":)";
  REQUIRE(line.starts_with(head));
  REQUIRE(line.ends_with("}\n"));
  return line.substr(head.size(), line.size() - head.size() - 2);
}

TEST_CASE("a request survives its line, whatever its task") {
  const std::string subject =
      R"("subject":{"case":{"case":"seed/mlp"},"method":"aot_joint","device":"cuda"})";
  CHECK(task_on_the_line(Nothing{}) == R"({"type":"nothing"})");
  CHECK(
      task_on_the_line(Capture{.subject = kSubject,
                               .graph_path = "/r/graphs/a b.json",
                               .untransformed_path = "/r/graphs/b.json",
                               .lowered_path = "/s/lowered.json",
                               .again_path = "/s/again.json",
                               .measure = false,
                               .replay = true}) ==
      R"({"type":"capture",)" + subject +
          R"(,"graph_path":"/r/graphs/a b.json","untransformed_path":"/r/graphs/b.json",)"
          R"("lowered_path":"/s/lowered.json","again_path":"/s/again.json","measure":false,"replay":true})");
  CHECK(task_on_the_line(
            Replay{.subject = kSubject, .source_path = "/golden/a.json", .seed = 18446744073709551615ull}) ==
        R"({"type":"replay",)" + subject + R"(,"source_path":"/golden/a.json","seed":18446744073709551615})");
  CHECK(task_on_the_line(Lower{.subject = kSubject, .source_path = "/a.json", .graph_path = "/b.json"}) ==
        R"({"type":"lower",)" + subject + R"(,"source_path":"/a.json","graph_path":"/b.json"})");
}

TEST_CASE("a task of measuring, and what it measured, survive their lines") {
  CHECK(task_on_the_line(Measure{.subject = kSubject, .slow_down = 0.5}) ==
        R"({"type":"measure","subject":{"case":{"case":"seed/mlp"},"method":"aot_joint","device":"cuda"},)"
        R"("memory":false,"slow_down":0.5})");
  Ended ended = an_ended();
  ended.overhead = {.eager = {.wall_seconds = 0.5, .cpu_seconds = 0.25, .instructions = 9},
                    .warm = {.partition = {.wall_seconds = 2}},
                    .capture_bytes = 4};
  const std::string line = encode(ended);
  CHECK_THAT(line,
             Catch::Contains(
                 R"("eager":{"wall_seconds":0.5,"cpu_seconds":0.25,"instructions":9,"gpu_seconds":0.0})"));
  CHECK_THAT(line,
             Catch::Contains(
                 R"("partition":{"wall_seconds":2.0,"cpu_seconds":0.0,"instructions":0,"gpu_seconds":0.0})"));
  CHECK_THAT(line, Catch::Contains(
                       R"("eager_bytes":0,"capture_bytes":4,"eager_gpu_bytes":0,"capture_gpu_bytes":0})"));
  CHECK(again(line) == line);
}

TEST_CASE("a task of no kind, and one without what it is about, are refused where they are wrong") {
  const std::string line = encode(request_for(Replay{.subject = kSubject, .source_path = "/a.json"}));
  CHECK_THAT(message_of(decode_request, with(line, R"({"type":"replay")", R"({"type":"dance")")),
             Catch::Contains("protocol: task.type: unknown type"));
  CHECK_THAT(message_of(decode_request, with(line, R"("aot_joint")", R"("aot_knee")")),
             Catch::Contains("protocol: task.subject.method: unknown method"));
  CHECK_THAT(
      message_of(decode_request, with(line, R"({"case":"seed/mlp"},)", R"({"case":"seed/mlp"},"x":1,)")),
      Catch::Contains("unknown key 'x'"));
}

TEST_CASE("each message of a worker survives its line") {
  const std::string hello = encode(Hello{.torch = "2.15.0",
                                         .python = "3.11.2",
                                         .device = Device::kCuda,
                                         .phantom = "sm_90",
                                         .import_seconds = 9.5});
  CHECK(
      hello ==
      R"({"type":"hello","protocol":11,"torch":"2.15.0","python":"3.11.2","device":"cuda","phantom":"sm_90",)"
      R"("import_seconds":9.5})"
      "\n");
  CHECK(again(hello) == hello);

  const std::string stage = encode(StageEntered{.id = 9, .stage = Stage::kWrite});
  CHECK(stage == "{\"type\":\"stage\",\"id\":9,\"stage\":\"write\"}\n");
  CHECK(again(stage) == stage);

  const std::string ended = encode(an_ended());
  CHECK(
      ended ==
      R"({"type":"ended","watched":{"child_seconds":2.0,"peak_bytes":1099511627776},"said":)"
      R"({"id":7,"ending":"raised","stage":"capture","exception":"TraceError",)"
      R"("message":"control\nflow \"quoted\" é","traceback":"a.py:3","raised_at":"torch/b.py:4 in f",)"
      R"("exit_code":1,"signal":11,)"
      R"("nodes":12,"edges":34,"cost":{"eager_seconds":0.25,"capture_seconds":0.5,"write_seconds":0.001,)"
      R"("child_seconds":2.0,"peak_bytes":1099511627776,"eager_bytes":56,"capture_bytes":78,"load_seconds":0.125,)"
      R"("first_eager_seconds":0.0625,"tally_seconds":3.0,"pair_seconds":4.0},)"
      R"("new_modules":["torch.a","b"],"replay":null,"tallies":null,"overhead":null,"lowering_failure":"joint: node 3","left_behind":["grad mode was on, is off"],"again_failure":"no"}})"
      "\n");
  CHECK(again(ended) == ended);
}

TEST_CASE("a child's last words go on as they are, and what its zygote watched counts where it is more") {
  Ended said = an_ended();
  said.cost.child_seconds = 0;  // the child cannot know it
  said.cost.peak_bytes = 100;
  const auto peak = [&](std::uint64_t watched) {
    const std::string line = ended_line(last_words(said), {.child_seconds = 3, .peak_bytes = watched});
    const auto ended = std::get<Ended>(decode_from_worker(line));
    CHECK(ended.cost.child_seconds == 3);
    CHECK(ended.message == said.message);
    return ended.cost.peak_bytes;
  };
  CHECK(peak(40) == 100);
  CHECK(peak(400) == 400);
}

ReplayReport a_report() {
  return {
      .verdict = ReplayVerdict::kDiverges,
      .message = "fresh values: result 0",
      .runs = {{.kind = RunKind::kSame, .name = "same inputs", .bitwise = true, .message = ""},
               {.kind = RunKind::kFresh,
                .name = "fresh values",
                .verdict = ReplayVerdict::kDiverges,
                .fp64 = true,
                .precision = 2.5,
                .message = "result 0: 1 of 4 values",
                .observations = {{Observable::kAlias, ComparedValue{ComparedValue::Kind::kResult, "0"},
                                  ComparedValue{ComparedValue::Kind::kBuffer, "kept"}}}}},
      .errors = {{DType::kFloat32, {.absolute = 0.5, .relative = std::numeric_limits<double>::infinity()}}},
      .departure = Departure{.graph = "forward",
                             .node = 7,
                             .target = "aten.mul.Tensor",
                             .expected = "f32[2] 1 2",
                             .found = "f32[2] 1 3",
                             .module = "layer1.0",
                             .source = "model.py:12"},
      .findings = {{FindingKind::kGenerator, "left otherwise"},
                   {FindingKind::kMetadata, "unused", Departure{"forward", 2, "", "", "", true, "", ""}}},
      .through_table = true,
      .operators = 12,
      .seconds = 0.25};
}

constexpr std::string_view kReport =
    R"({"verdict":"diverges","message":"fresh values: result 0","runs":[{"kind":"same","name":"same inputs",)"
    R"("verdict":"replays","bitwise":true,"fp64":false,"precision":null,"no_fp64":"","policies":[],"doubt":null,"left_out":"","message":"","observations":[]},{"kind":"fresh","name":"fresh values",)"
    R"("verdict":"diverges","bitwise":false,"fp64":true,"precision":2.5,"no_fp64":"","policies":[],"doubt":null,"left_out":"","message":"result 0: 1 of 4 values",)"
    R"("observations":[{"observable":"alias","subject":{"kind":"result","name":"0","midway":false},"with":{"kind":"buffer","name":"kept","midway":false}}]}],)"
    R"("errors":{"float32":{"absolute":0.5,"relative":null}},"departure":{"node":7,"graph":"forward",)"
    R"("target":"aten.mul.Tensor","expected":"f32[2] 1 2","found":"f32[2] 1 3","of_type":false,"module":"layer1.0",)"
    R"("source":"model.py:12"},"findings":[{"kind":"generator","message":"left otherwise","at":null},)"
    R"({"kind":"metadata","message":"unused","at":{"node":2,"graph":"forward","target":"","expected":"","found":"","of_type":true,"module":"","source":""}}],"through_table":true,"operators":12,"seconds":0.25})";

/// The error for a report in the message that ends a pair.
std::string refused_report(const std::string& report) {
  const std::string line = encode(an_ended());
  return refusal(with(line, R"("replay":null)", "\"replay\":" + report));
}

TEST_CASE("a replay report survives the message that ends a pair") {
  CHECK(json_of(a_report()).dump() == kReport);
  Ended ended = an_ended();
  ended.replay = a_report();
  const auto back = std::get<Ended>(decode_from_worker(encode(ended)));
  REQUIRE(back.replay);
  CHECK(json_of(*back.replay).dump() == kReport);
  CHECK(back.replay->departure == a_report().departure);
  CHECK_FALSE(std::get<Ended>(decode_from_worker(encode(an_ended()))).replay);
}

TEST_CASE("a replay report with one name, key or figure wrong is refused where it is wrong") {
  using Catch::Contains;
  const std::string good(kReport);
  CHECK(refused_report(with(good, R"("fresh","name")", R"("stale","name")")) ==
        to_message({.what = "unknown kind of run",
                    .where = "protocol: said.replay.runs[1].kind",
                    .expected = "a kind of run of this version of assay",
                    .found = "\"stale\"",
                    .next = "assay doctor"}));
  CHECK_THAT(refused_report(with(good, R"("verdict":"diverges")", R"("verdict":"fine")")),
             Contains("protocol: said.replay.verdict: unknown verdict of replay"));
  CHECK_THAT(refused_report(with(good, R"("alias")", R"("aliased")")), Contains("unknown observable"));
  CHECK_THAT(refused_report(with(good, "float32", "float31")), Contains("unknown dtype 'float31'"));
  CHECK_THAT(refused_report(with(good, R"("node":7)", R"("node":4294967296)")), Contains("departure.node"));
  CHECK_THAT(refused_report(with(good, R"("operators":12,)", "")), Contains("'operators' is missing"));
  CHECK_THAT(refused_report(with(good, R"("fp64":true)", R"("fp64":true,"fp32":true)")),
             Contains("unknown key 'fp32'"));
  CHECK_THAT(refused_report("7"), Contains("not an object"));
  std::string line = encode(an_ended());
  CHECK_THAT(refusal(with(line, R"(,"replay":null)", "")), Contains("key 'replay' is missing"));
  CHECK_THAT(refusal(with(line, R"("replay":null)", R"("replay":{})")), Contains("'verdict' is missing"));
}

TEST_CASE("a request of another protocol version is refused before its keys are read") {
  CHECK_THAT(message_of(decode_request, R"({"type":"request","protocol":1,"replay_all":true})"),
             Catch::Contains("the worker was built from another version of Assay"));
}

TEST_CASE("every ending and every stage survives its line") {
  for (int ending = 0; ending <= static_cast<int>(Ending::kNotRun); ++ending) {
    for (int stage = 0; stage <= static_cast<int>(Stage::kCompare); ++stage) {
      Ended ended = an_ended();
      ended.ending = static_cast<Ending>(ending);
      ended.stage = static_cast<Stage>(stage);
      const auto back = std::get<Ended>(decode_from_worker(encode(ended)));
      CHECK(back.ending == ended.ending);
      CHECK(back.stage == ended.stage);
    }
  }
}

TEST_CASE("bytes that are no UTF-8 and figures that are no number are replaced, the message is not lost") {
  Ended ended = an_ended();
  ended.message = "bad \xff byte";
  ended.cost.eager_seconds = 0.0 / 0.0;
  const auto back = std::get<Ended>(decode_from_worker(encode(ended)));
  CHECK(back.message == "bad \xef\xbf\xbd byte");
  CHECK(back.cost.eager_seconds == 0);
}

TEST_CASE("a worker of another protocol version is refused with the command that rebuilds it") {
  CHECK(refusal(R"({"type":"hello","protocol":1,"something":"old"})") ==
        to_message({.what = "the worker was built from another version of Assay",
                    .where = "protocol",
                    .expected = "protocol version 11",
                    .found = "protocol version 1",
                    .next = "ci/worker.sh --python /path/to/venv/bin/python"}));
}

TEST_CASE("noise in place of a message is shown, bounded and printable") {
  CHECK(refusal("Hello from a model\x01!") == to_message({.what = "not a protocol message",
                                                          .where = "protocol",
                                                          .expected = "one JSON object on one line",
                                                          .found = "Hello from a model\\x01!",
                                                          .next = "assay doctor"}));
  const std::string megabytes(5 << 20, 'x');
  CHECK(refusal(megabytes).size() < 400);
  CHECK_THAT(refusal(megabytes), Catch::Contains("xxx... (5242880 bytes)"));
}

TEST_CASE("a line that is nearly a message says what is wrong with it") {
  using Catch::Contains;
  CHECK_THAT(refusal(R"({"type":"stage","id":9,"sta)"), Contains("not a protocol message"));
  CHECK_THAT(refusal(R"([1,2])"), Contains("not a protocol message"));
  CHECK_THAT(refusal(R"({"id":9})"), Contains("key 'type' is missing"));
  CHECK_THAT(refusal(R"({"type":"bye"})"), Contains("type: unknown type"));
  CHECK_THAT(refusal(R"({"type":"stage","id":9})"), Contains("key 'stage' is missing"));
  CHECK_THAT(refusal(R"({"type":"stage","id":-1,"stage":"load"})"), Contains("id: too small"));
  CHECK_THAT(refusal(R"({"type":"stage","id":9,"stage":"lunch"})"), Contains("stage: unknown stage"));
  CHECK_THAT(refusal(R"({"type":"stage","id":9,"stage":"load","extra":1})"), Contains("unknown key 'extra'"));
  CHECK_THAT(message_of(decode_request, encode(StageEntered{})), Contains("type: unknown type"));
}

TEST_CASE("a well-formed line with one measure missing is refused") {
  std::string line = encode(an_ended());
  REQUIRE_NOTHROW(decode_from_worker(line));
  const std::string nodes = R"("nodes":12,)";
  line.erase(line.find(nodes), nodes.size());
  CHECK_THAT(refusal(line), Catch::Contains("key 'nodes' is missing"));
}

}  // namespace
}  // namespace assay::protocol
