// The common parts of messages.
#include "harness/words/same_reason.h"

#include <catch2/catch.hpp>

namespace assay {

TEST_CASE("numbers are one sign however many digits they have, and nothing else is taken away") {
  CHECK(without_numbers("size 17 at 0x7f") == "size # at #x#f");
  CHECK(without_numbers("size 4 at 0x1f") == without_numbers("size 17 at 0x7f"));
  CHECK(without_numbers("12") == "#");
  CHECK(without_numbers("no size") == "no size");
  CHECK(without_numbers("size 4 at 0x1e") != without_numbers("size 4 at 0x1f"));
}

TEST_CASE("the first line is what stands before a line's end, and all where there is none") {
  CHECK(first_line_of("one\ntwo\n") == "one");
  CHECK(first_line_of("one") == "one");
  CHECK(first_line_of("\ntwo").empty());
}

}  // namespace assay
