// wrapped: at blanks, and commands can still be pasted.
#include "reports/console/wrapped.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

TEST_CASE("a line that fits stays, a longer one is broken at blanks") {
  CHECK(wrapped("a short line\n", 20) == "a short line\n");
  CHECK(wrapped("  one two three four five\n", 12) == "  one two\n      three\n      four\n      five\n");
}

TEST_CASE("a broken command has a backslash at each break and fits with it") {
  const std::string text = wrapped("  next: assay diff golden/net.txt build/found.json\n", 30);
  CHECK(text == "  next: assay diff \\\n      golden/net.txt \\\n      build/found.json\n");
}

TEST_CASE("a command is not broken within quotes, where a backslash would be a part of the word") {
  CHECK(wrapped("next: ls 'a folder with blanks' \"and another\" x", 14) ==
        "next: ls \\\n    'a folder with blanks' \\\n    \"and another\" \\\n    x");
  CHECK(wrapped("it's one, and it's two", 12) == "it's one,\n    and it's\n    two");
}

TEST_CASE("a word that is longer than a line stays whole") {
  CHECK(wrapped("next: /a/path/without/any/blank", 10) == "next: /a/path/without/any/blank");
  CHECK(wrapped("x /a/path/without/any/blank y", 10) == "x\n    /a/path/without/any/blank\n    y");
}

TEST_CASE("a text without lines is empty") { CHECK(wrapped("", 10).empty()); }

}  // namespace
}  // namespace assay
