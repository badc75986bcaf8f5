// The protocol: every message survives its line, and no bad line does.
#include "harness/protocol/messages.h"

#include <limits>

#include <catch2/catch.hpp>

#include "harness/error/error.h"

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

/// Decoding and encoding again gives the same line only if no field was lost on the way.
std::string again(const std::string& line) { return encode(decode_from_worker(line)); }

Ended an_ended() {
  return {.id = 7,
          .ending = Ending::kRaised,
          .stage = Stage::kCapture,
          .exception = "TraceError",
          .message = "control\nflow \"quoted\" \xc3\xa9",
          .traceback = "a.py:3",
          .exit_code = 1,
          .signal = 11,
          .measures = {.eager_seconds = 0.25,
                       .capture_seconds = 0.5,
                       .write_seconds = 1e-3,
                       .child_seconds = 2,
                       .peak_bytes = 1ull << 40,
                       .nodes = 12,
                       .edges = 34,
                       .eager_bytes = 56,
                       .capture_bytes = 78},
          .new_modules = {"torch.a", "b"},
          .lowering_failure = "joint: node 3"};
}

TEST_CASE("a request survives its line") {
  const CaptureRequest request{.id = 3,
                               .task = Task::kReplay,
                               .case_json = R"({"case": "seed/mlp"})",
                               .method = "aot_joint",
                               .device = "cuda",
                               .graph_path = "/r/graphs/a b.json",
                               .source_path = "/golden/a.json",
                               .scratch = "/s",
                               .seconds = 1.5,
                               .memory_gb = 0.5,
                               .measure = false,
                               .replay = true,
                               .seed = 18446744073709551615ull,
                               .untransformed_path = "/r/graphs/b.json",
                               .lowered_path = "/s/lowered.json"};
  const std::string line = encode(request);
  CHECK(
      line ==
      R"({"type":"request","protocol":3,"id":3,"task":"replay","case_json":"{\"case\": \"seed/mlp\"}",)"
      R"("method":"aot_joint","device":"cuda","graph_path":"/r/graphs/a b.json","source_path":"/golden/a.json",)"
      R"("scratch":"/s","seconds":1.5,"memory_gb":0.5,"measure":false,"replay":true,)"
      R"("seed":18446744073709551615,"untransformed_path":"/r/graphs/b.json","lowered_path":"/s/lowered.json"})"
      "\n");
  CHECK(encode(decode_request(line)) == line);
}

TEST_CASE("each message of a worker survives its line") {
  const std::string hello = encode(Hello{
      .torch = "2.15.0", .python = "3.11.2", .device = "cuda", .phantom = "sm_90", .import_seconds = 9.5});
  CHECK(
      hello ==
      R"({"type":"hello","protocol":3,"torch":"2.15.0","python":"3.11.2","device":"cuda","phantom":"sm_90",)"
      R"("import_seconds":9.5})"
      "\n");
  CHECK(again(hello) == hello);

  const std::string stage = encode(StageEntered{.id = 9, .stage = Stage::kWrite});
  CHECK(stage == "{\"type\":\"stage\",\"id\":9,\"stage\":\"write\"}\n");
  CHECK(again(stage) == stage);

  const std::string ended = encode(an_ended());
  CHECK(ended ==
        R"({"type":"ended","id":7,"ending":"raised","stage":"capture","exception":"TraceError",)"
        R"("message":"control\nflow \"quoted\" é","traceback":"a.py:3","exit_code":1,"signal":11,)"
        R"("measures":{"eager_seconds":0.25,"capture_seconds":0.5,"write_seconds":0.001,"child_seconds":2.0,)"
        R"("peak_bytes":1099511627776,"nodes":12,"edges":34,"eager_bytes":56,"capture_bytes":78},)"
        R"("new_modules":["torch.a","b"],"replay":null,"tallies":null,"lowering_failure":"joint: node 3"})"
        "\n");
  CHECK(again(ended) == ended);
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
                .message = "result 0: 1 of 4 values"}},
      .errors = {{DType::kFloat32, {.absolute = 0.5, .relative = std::numeric_limits<double>::infinity()}}},
      .departure = Departure{.graph = "forward",
                             .node = 7,
                             .target = "aten.mul.Tensor",
                             .expected = "f32[2] 1 2",
                             .found = "f32[2] 1 3",
                             .module = "layer1.0",
                             .source = "model.py:12"},
      .through_table = true,
      .operators = 12,
      .seconds = 0.25};
}

constexpr std::string_view kReport =
    R"({"verdict":"diverges","message":"fresh values: result 0","runs":[{"kind":"same","name":"same inputs",)"
    R"("verdict":"replays","bitwise":true,"fp64":false,"message":""},{"kind":"fresh","name":"fresh values",)"
    R"("verdict":"diverges","bitwise":false,"fp64":true,"message":"result 0: 1 of 4 values"}],)"
    R"("errors":{"float32":{"absolute":0.5,"relative":null}},"departure":{"node":7,"graph":"forward",)"
    R"("target":"aten.mul.Tensor","expected":"f32[2] 1 2","found":"f32[2] 1 3","module":"layer1.0",)"
    R"("source":"model.py:12"},"through_table":true,"operators":12,"seconds":0.25})";

std::string refused_report(std::string text) {
  return message_of([](std::string_view line) { return decode_replay_report(line); }, text);
}

std::string with(std::string text, std::string_view old, std::string_view replacement) {
  const auto at = text.find(old);
  REQUIRE(at != std::string::npos);
  return text.replace(at, old.size(), replacement);
}

TEST_CASE("a replay report survives its text, on its own and in the message that ends a pair") {
  CHECK(encode(a_report()) == kReport);
  CHECK(encode(decode_replay_report(kReport)) == kReport);

  Ended ended = an_ended();
  ended.replay = a_report();
  const auto back = std::get<Ended>(decode_from_worker(encode(ended)));
  REQUIRE(back.replay);
  CHECK(encode(*back.replay) == kReport);
  CHECK(back.replay->departure == a_report().departure);
  CHECK_FALSE(std::get<Ended>(decode_from_worker(encode(an_ended()))).replay);
}

TEST_CASE("a replay report with one name, key or figure wrong is refused where it is wrong") {
  using Catch::Contains;
  const std::string good(kReport);
  CHECK(refused_report(with(good, R"("fresh","name")", R"("stale","name")")) ==
        to_message({.what = "unknown kind of run",
                    .where = "protocol: replay: runs[1].kind",
                    .expected = "a kind of run of this version of assay",
                    .found = "\"stale\"",
                    .next = "assay doctor"}));
  CHECK_THAT(refused_report(with(good, R"("verdict":"diverges")", R"("verdict":"fine")")),
             Contains("protocol: replay: verdict: unknown verdict of replay"));
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

TEST_CASE("every task survives its line, and no other does") {
  CaptureRequest request;
  for (const Task task : {Task::kReplay, Task::kLower, Task::kCapture}) {
    request.task = task;
    CHECK(decode_request(encode(request)).task == task);
  }
  const std::string line = with(encode(request), R"("task":"capture")", R"("task":"dance")");
  CHECK_THAT(message_of(decode_request, line), Catch::Contains("key 'task' has an unknown value"));
}

TEST_CASE("a request of another protocol version is refused before its keys are read") {
  CHECK_THAT(message_of(decode_request, R"({"type":"request","protocol":1,"replay_all":true})"),
             Catch::Contains("the worker was built from another version of Assay"));
}

TEST_CASE("every ending and every stage survives its line") {
  for (int ending = 0; ending <= static_cast<int>(Ending::kOutOfMemory); ++ending) {
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
  ended.measures.eager_seconds = 0.0 / 0.0;
  const auto back = std::get<Ended>(decode_from_worker(encode(ended)));
  CHECK(back.message == "bad \xef\xbf\xbd byte");
  CHECK(back.measures.eager_seconds == 0);
}

TEST_CASE("a worker of another protocol version is refused with the command that rebuilds it") {
  CHECK(refusal(R"({"type":"hello","protocol":1,"something":"old"})") ==
        to_message({.what = "the worker was built from another version of Assay",
                    .where = "protocol",
                    .expected = "protocol version 3",
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
  CHECK_THAT(refusal(R"({"type":"bye"})"), Contains("unknown message type"));
  CHECK_THAT(refusal(R"({"type":"stage","id":9})"), Contains("key 'stage' is missing"));
  CHECK_THAT(refusal(R"({"type":"stage","id":-1,"stage":"load"})"),
             Contains("an integer that is not negative"));
  CHECK_THAT(refusal(R"({"type":"stage","id":9,"stage":"lunch"})"),
             Contains("key 'stage' has an unknown value"));
  CHECK_THAT(refusal(R"({"type":"stage","id":9,"stage":"load","extra":1})"), Contains("unknown key 'extra'"));
  CHECK_THAT(message_of(decode_request, encode(StageEntered{})), Contains("unknown message type"));
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
