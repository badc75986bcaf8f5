// printable: what a model may have put into a message.
#include "reports/console/printable.h"

#include <string>

#include <catch2/catch.hpp>

using namespace assay;
using namespace std::string_literals;

TEST_CASE("ordinary text, newlines, tabs and letters beyond ASCII stay as they are") {
  CHECK(printable("Größe\t3 × 4\n😀") == "Größe\t3 × 4\n😀");
}

TEST_CASE("control characters are written as escapes, so that no message commands a terminal") {
  CHECK(printable("\x1b[2Jgone\r\0\x7f"s) == "\\x1b[2Jgone\\x0d\\x00\\x7f");
}

TEST_CASE("a C1 control, which some terminals obey, is escaped byte by byte") {
  CHECK(printable("\xc2\x9b"
                  "31m") == "\\xc2\\x9b31m");
}

TEST_CASE("bytes that are not UTF-8 are escaped and what follows them is kept") {
  CHECK(printable("\xff ok") == "\\xff ok");
  CHECK(printable("cut \xe2\x82") == "cut \\xe2\\x82");
  CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");                    // overlong
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // a surrogate
  CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond Unicode
}

TEST_CASE("code points that XML forbids are escaped, their neighbours are not") {
  CHECK(printable("\xef\xbf\xbe\xef\xbf\xbf") == "\\xef\\xbf\\xbe\\xef\\xbf\\xbf");
  CHECK(printable("\xef\xbf\xbd") == "\xef\xbf\xbd");
}

TEST_CASE("characters that turn the direction of text are escaped, so that it shows the order it has") {
  CHECK(printable("a\xe2\x80\xae"
                  "b") == "a\\xe2\\x80\\xaeb");                          // an override
  CHECK(printable("\xe2\x81\xa7") == "\\xe2\\x81\\xa7");                 // an isolate
  CHECK(printable("\xd8\x9c") == "\\xd8\\x9c");                          // the Arabic letter mark
  CHECK(printable("\xe2\x80\xa8") == "\\xe2\\x80\\xa8");                 // a separator of lines
  CHECK(printable("\xe2\x80\x94 \xd7\x90") == "\xe2\x80\x94 \xd7\x90");  // a dash and a letter of Hebrew stay
}
