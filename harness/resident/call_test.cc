// The words of calls and answers.
#include "harness/resident/call.h"

#include <catch2/catch.hpp>

namespace assay::resident {
namespace {

TEST_CASE("calls and answers are words") {
  CHECK(encode(Call(Serve{{"make_fx", "export"}})) == "serve make_fx,export");
  CHECK(encode(Call(Describe{})) == "describe");
  CHECK(encode(Answer(Serving{4711})) == "serving 4711");
  CHECK(encode(Answer(Ended{9})) == "ended 9");
  CHECK(encode(Answer(Description{.process = 12,
                                  .device = "cpu",
                                  .idle_seconds = 3,
                                  .idle_limit = 600,
                                  .sessions = 1,
                                  .program = "/my tree/assay-capture"})) ==
        "resident 12 cpu 3 600 1 /my tree/assay-capture");
}

TEST_CASE("what was encoded is decoded") {
  CHECK(std::get<Serve>(decode_call("serve make_fx,export").value()).methods ==
        std::vector<std::string>{"make_fx", "export"});
  CHECK(std::get<Serve>(decode_call("serve ").value()).methods.empty());
  CHECK(std::holds_alternative<Describe>(decode_call("describe").value()));
  CHECK(std::get<Serving>(decode_answer("serving 4711").value()).session == 4711);
  CHECK(std::get<Ended>(decode_answer("ended 9").value()).status == 9);
  const auto description =
      std::get<Description>(decode_answer("resident 12 cpu 3 600 1 /my tree/assay-capture").value());
  CHECK(description.process == 12);
  CHECK(description.idle_limit == 600);
  CHECK(description.program == "/my tree/assay-capture");
}

TEST_CASE("words of another version are none") {
  for (const char* words : {"", "serves make_fx", "describe2", "resident"}) CHECK_FALSE(decode_call(words));
  for (const char* words : {"", "serving", "serving x", "ended", "resident 12 cpu 3 600 1", "describe"})
    CHECK_FALSE(decode_answer(words));
}

}  // namespace
}  // namespace assay::resident
