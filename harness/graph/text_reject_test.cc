// Input that the text parser refuses, and its messages.
#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

std::string text_message(const std::string& text) {
  try {
    parse_text(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a mistake is shown with line, column and a caret") {
  CHECK(text_message("graph g\n%0 = aten.relu.default(self=)") ==
        "text:2:29: not a value\n"
        "  expected: a value: %N, a number, a string, [..], (..), {..}, None, True, False, torch.NAME, ...\n"
        "  found: \")\"\n"
        "    %0 = aten.relu.default(self=)\n"
        "                                ^");
  CHECK(text_message("graph g\n%0 = input parametr \"w\" : f32[2]") ==
        "text:2:12: not a role\n"
        "  expected: one of: parameter, buffer, user, tangent, saved, constant, generator, opaque\n"
        "  found: \"p\"\n"
        "    %0 = input parametr \"w\" : f32[2]\n"
        "               ^");
}

TEST_CASE("each mistake has its own message") {
  const std::pair<const char*, const char*> mistakes[] = {
      {"%0 = f()", "text:1:1: unexpected text"},
      {"graph g\n%1 = f()", "text:2:1: nodes count from %0 without gaps"},
      {"graph g\n%0 = f(x=1", "text:2:11: unexpected text"},
      {"graph g\n%0 = f(x=1) : f32", "text:2:15: not an output"},
      {"graph g\n%0 = f(x=1) : f33[]", "text:2:15: not an output"},
      {"graph g\n%0 = f(x=1) : f32[] gpu!", "text:2:24: unexpected text"},
      {"graph g\n%0 = f(x=1) : f32[] CUDA", "text:2:21: not a device"},
      {"graph g\n%0 = f(x=(1))", "text:2:12: unexpected text"},
      {"graph g\n%0 = f(x=\"a", "text:2:12: string is not closed"},
      {"graph g\n%0 = f(x=\"\\q\")", "text:2:12: unknown escape in a string"},
      {"graph g\n%0 = f(x=\"\\ud83d\")", "text:2:17: half of a surrogate pair"},
      {"graph g\n%0 = f(x=1.2.3)", "text:2:10: not a number"},
      {"graph g\n%0 = f(x=007)", "accepted"},
      {"graph g\n%0 = f(x=torch.float33)", "text:2:23: unknown constant torch.float33"},
      {"graph g\n%0 = f(x=sym(1 + s0))",
       "text:2:20: symbolic expression is not in canonical form: \"1 + s0\""},
      {"graph g\n%0 = f(x=slice(1, 2))", "text:2:21: a slice has three parts"},
      {"graph g\n%0 = f() : f32[s0 + ]", "text:2:16: not a symbolic expression: \"s0 +\""},
      {"graph g\n%0 = f() : f32[2]{1,1}", "text:2: graphs[0].nodes[0].outputs: strides do not fit the shape"},
      {"graph g\n%0 = f() : f32[-1]", "text:2: graphs[0].nodes[0].outputs: a size is negative"},
      {"graph g\n%0 = f() nonsense", "text:2:10: unexpected text"},
      {"graph g\n%0 = input constant \"c\" data(\"\") memory_of(buffr \"b\" 4) : f32[0]",
       "text:2:44: not a role"},
      {"graph g\n%0 = input constant \"c\" data(\"\") memory_of(buffer \"b\") : f32[0]",
       "text:2:54: not a number"},
      {"graph g\n%0 = input constant \"c\" data(\"\") memory_of(user \"0\" 4) : f32[0]",
       "text:2: graphs[0].nodes[0].value.memory_of.role: no memory that a constant can lie in"},
      {"graph g\n%0 = input buffer \"b\" memory_of(buffer \"a\" 4) : f32[0]", "text:2:23: unexpected text"},
      {"graph g\noutput 0=1", "text:2:8: not a role of a result"},
      {"graph g\noutput gradiant \"w\"=1", "text:2:8: not a role of a result"},
      {"graph g\n%0 = input user \"0\"", "text:2: graphs[0].nodes[0].outputs: an input gives one output"},
      {"graph g\n%0 = f(x=%0)", "text:2: graphs[0].nodes[0].args.x: reference does not point backwards"},
      {"case a\ncase b\ngraph g", "text:2:5: header line is given twice"},
      {"package a 1\npackage a 2\ngraph g", "text:2:10: header line is given twice"},
      {"graph g\nguard s0 > 3", "text:2:13: symbolic expression is not in canonical form: \"s0 > 3\""},
      {"graph g\nwhat", "text:2:1: unexpected text"},
  };
  for (const auto& [text, start] : mistakes) {
    CAPTURE(text);
    const std::string message = text_message(text);
    CHECK(message.substr(0, message.find('\n')) == start);
  }
}

TEST_CASE("text that is not UTF-8 is refused") {
  CHECK(text_message("graph g\n%0 = f(x=\"\xff\")") == "text:2: text is not UTF-8");
}

TEST_CASE("deep nesting and endless lines end in an error") {
  const std::string deep(1'000'000, '[');
  CHECK(text_message("graph g\n%0 = f(x=" + deep).starts_with("text:2:75: value is nested too deeply"));
  CHECK(text_message("graph g\n%0 = f() : " + deep).starts_with("text:2:77: outputs are nested too deeply"));
  CHECK(text_message("graph g\n%0 = f(x=" + std::string(1'000'000, '1') + "..").size() < 1000);
}

TEST_CASE("a node cut off anywhere is refused or still whole") {
  const std::string node =
      R"(%0 = f(x=[1, (2,), {"a": nan}], y?=slice(1, None, 2)) rng alias(0:x) : (f32[2,3]{3,1} cuda, int(s0)))";
  REQUIRE(text_message("graph g\n" + node) == "accepted");
  std::size_t refused = 0;
  for (std::size_t length = 1; length < node.size(); ++length)
    if (text_message("graph g\n" + node.substr(0, length)) != "accepted") ++refused;
  CHECK(refused > node.size() / 2);
}

}  // namespace assay
