// Workflow commands as the runner reads them.
#include "reports/github/workflow_command.h"

#include <algorithm>

#include <catch2/catch.hpp>

namespace assay {
namespace {

TEST_CASE("a command is one line with its properties and its message") {
  CHECK(to_line({"error", {{"file", "models/a.json"}, {"line", "3"}, {"title", "differs"}}, "2 pairs"}) ==
        "::error file=models/a.json,line=3,title=differs::2 pairs\n");
  CHECK(to_line({"notice", {}, "done"}) == "::notice::done\n");
}

TEST_CASE("a property without a value is left out") {
  CHECK(to_line({"error", {{"file", ""}, {"title", "differs"}}, "x"}) == "::error title=differs::x\n");
}

TEST_CASE("what means something to the runner is escaped, in properties more than in the message") {
  CHECK(to_line({"error", {{"title", "100% of a:b, c\nd"}}, "100% of a:b, c\nd"}) ==
        "::error title=100%25 of a%3Ab%2C c%0Ad::100%25 of a:b, c%0Ad\n");
  CHECK(to_line({"error", {}, "%0A%250A"}) == "::error::%250A%25250A\n");
}

TEST_CASE("no text in a command makes a second one") {
  for (const char* hostile : {"x\n::set-output name=a::b", "x\r\n::add-mask::b", "::stop-commands::t",
                              "##[add-mask]b", "x::error::b", "\x1b[31m\n", "a\u2028::error::b"}) {
    INFO(hostile);
    const std::string line = to_line({"error", {{"file", hostile}, {"title", hostile}}, hostile});
    CHECK(std::ranges::count(line, '\n') == 1);
    CHECK(line.find('\r') == std::string::npos);
    CHECK(line.find("##[") == std::string::npos);
    // The text before the message has no colon of its own.
    const std::string properties = line.substr(2, line.find("::", 2) - 2);
    CHECK(properties.find(':') == std::string::npos);
    CHECK(properties.starts_with("error file="));
  }
}

}  // namespace
}  // namespace assay
