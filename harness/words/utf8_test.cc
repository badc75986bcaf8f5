// Cuts between characters.
#include "harness/words/utf8.h"

#include <catch2/catch.hpp>

namespace assay {

TEST_CASE("a cut falls between characters, before the one it would have split") {
  const std::string_view text = "a\u00e9\u20acz";  // characters of 1, 2, 3 and 1 bytes
  CHECK(beginning(text, 7) == text);
  CHECK(beginning(text, 6) == "a\u00e9\u20ac");
  CHECK(beginning(text, 5) == "a\u00e9");
  CHECK(beginning(text, 2) == "a");
  CHECK(ending(text, 7) == text);
  CHECK(ending(text, 3) == "z");
  CHECK(ending(text, 4) == "\u20acz");
  CHECK(ending(text, 0).empty());
}

TEST_CASE("dots say that something was cut, and only then") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcd", 3) == "abc...");
  CHECK(shortened("\u20ac\u20ac", 4) == "\u20ac...");
}

TEST_CASE("characters are counted, not bytes") {
  CHECK(count_characters("") == 0);
  CHECK(count_characters("a\u00e9\u20acz") == 4);
}

}  // namespace assay
