// The protocol: every message survives its line, and no bad line does.
#include "harness/protocol/messages.h"

#include <catch2/catch.hpp>

#include "harness/graph/error.h"

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
                       .edges = 34},
          .new_modules = {"torch.a", "b"}};
}

TEST_CASE("a request survives its line") {
  const CaptureRequest request{.id = 3,
                               .case_json = R"({"case": "seed/mlp"})",
                               .method = "aot_joint",
                               .device = "cuda",
                               .graph_path = "/r/graphs/a b.json",
                               .scratch = "/s",
                               .seconds = 1.5,
                               .memory_gb = 0.5,
                               .measure = false};
  const std::string line = encode(request);
  CHECK(
      line ==
      R"({"type":"capture","protocol":1,"id":3,"case_json":"{\"case\": \"seed/mlp\"}","method":"aot_joint",)"
      R"("device":"cuda","graph_path":"/r/graphs/a b.json","scratch":"/s","seconds":1.5,"memory_gb":0.5,)"
      R"("measure":false})"
      "\n");
  CHECK(encode(decode_request(line)) == line);
}

TEST_CASE("each message of a worker survives its line") {
  const std::string hello = encode(Hello{
      .torch = "2.15.0", .python = "3.11.2", .device = "cuda", .phantom = "sm_90", .import_seconds = 9.5});
  CHECK(
      hello ==
      R"({"type":"hello","protocol":1,"torch":"2.15.0","python":"3.11.2","device":"cuda","phantom":"sm_90",)"
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
        R"("peak_bytes":1099511627776,"nodes":12,"edges":34},"new_modules":["torch.a","b"]})"
        "\n");
  CHECK(again(ended) == ended);
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
  CHECK(refusal(R"({"type":"hello","protocol":2,"something":"new"})") ==
        to_message({.what = "the worker was built from another version of Assay",
                    .where = "protocol",
                    .expected = "protocol version 1",
                    .found = "protocol version 2",
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
