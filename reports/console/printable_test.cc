// printable: hostile text from a model.
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

TEST_CASE("what shows nothing or turns text round is escaped, what it stands between is not") {
  CHECK(printable("a\u202eb\u2069") ==
        "a\\xe2\\x80\\xaeb\\xe2\\x81\\xa9");  // right-to-left override, isolate's end
  CHECK(printable("a\u200bb\ufeff") ==
        "a\\xe2\\x80\\x8bb\\xef\\xbb\\xbf");        // zero-width space, byte order mark
  CHECK(printable("\u2028") == "\\xe2\\x80\\xa8");  // line separator
  CHECK(printable("\u202f\u2070 \u05d0\u0301") ==
        "\u202f\u2070 \u05d0\u0301");  // adjacent code points, Hebrew, an accent
}

TEST_CASE("no line of a message is a command of GitHub Actions") {
  CHECK(printable("::error::x") == "\\x3a:error::x");
  CHECK(printable("a\n \t::stop-commands::x\n::") == "a\n \t\\x3a:stop-commands::x\n\\x3a:");
  CHECK(printable("\u00a0\u3000::add-mask::x") ==
        "\u00a0\u3000\\x3a:add-mask::x");  // log readers strip them too
  CHECK(printable("see ##[add-mask]x") == "see \\x23#[add-mask]x");
  CHECK(printable("\r::error::x") == "\\x0d::error::x");  // the escape is the first visible text of the line
}

TEST_CASE("colons and number signs that command nothing stay") {
  CHECK(printable("at::native::add\nstd::bad_alloc ::\n: x") == "at::native::add\nstd::bad_alloc ::\n: x");
  CHECK(printable("## [a] #[b]") == "## [a] #[b]");
}
