// Graph breaks as data, and in words.
#include "harness/graph/graph_breaks.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

std::string lines_of(const std::string& text) {
  std::string lines;
  for (const BreakPlace& one : breaks_of(parse_text(text))) lines += to_string(one) + "\n";
  return lines;
}

}  // namespace

TEST_CASE("a graph says why and where it ends, and that Python ran before it") {
  const std::string input = "%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n";
  CHECK(lines_of("graph forward\nresumes no_graph\nbreak \"a skipped function\" \"lstm.py:14\"\n" + input +
                 "graph forward_1\nresumes forward\nbreak \"print\" \"\"\n" + input +
                 "graph forward_2\nresumes forward_1\n" + input) ==
        "before forward: Python ran there\n"
        "after forward at lstm.py:14: a skipped function\n"
        "after forward_1: print\n");
  CHECK(lines_of("graph forward\n" + input) == "");
}

TEST_CASE("breaks are counted, and the first of them is told") {
  const BreakPlace skipped{"forward", BreakSide::kAfter, "a skipped function", "lstm.py:14"};
  CHECK(told({}).empty());
  CHECK(told({skipped}) == "1 graph break (after forward at lstm.py:14: a skipped function)");
  CHECK(told({skipped, skipped}) == "2 graph breaks (after forward at lstm.py:14: a skipped function, ..)");
}

}  // namespace assay
