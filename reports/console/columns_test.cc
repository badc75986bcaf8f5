// aligned_columns and paint: widths, alignment and colour.
#include "reports/console/columns.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("columns are as wide as their widest cell and lines end without spaces") {
  const std::vector<Row> rows = {
      {{"case"}, {"n"}, {"note"}}, {{"seed/mlp"}, {"12"}, {""}}, {{"a"}, {"7"}, {"x"}}};
  CHECK(aligned_columns(rows, {Align::kLeft, Align::kRight}, Color::kOff) ==
        "case       n  note\n"
        "seed/mlp  12\n"
        "a          7  x\n");
}

TEST_CASE("colour surrounds the text only and moves no column") {
  const std::vector<Row> rows = {{{"ok", Ink::kGreen}, {"b"}}, {{"differs", Ink::kRed}, {"b"}}};
  CHECK(aligned_columns(rows, {}, Color::kOn) ==
        "\x1b[32mok\x1b[0m       b\n"
        "\x1b[31mdiffers\x1b[0m  b\n");
}

TEST_CASE("a letter of several bytes takes one place") {
  CHECK(column_widths({{{"übung"}}}) == std::vector<std::size_t>{5});
  CHECK(aligned_columns({{{"ü"}, {"x"}}, {{"ab"}, {"y"}}}, {}, Color::kOff) == "ü   x\nab  y\n");
}

TEST_CASE("rows may be shorter than others") {
  CHECK(aligned_columns({{{"a"}}, {{"b"}, {"c"}}, {}}, {}, Color::kOff) == "a\nb  c\n\n");
}

TEST_CASE("a cell that is too wide moves its own line only") {
  CHECK(aligned_columns({{{"abcdef"}, {"x"}}, {{"ab"}, {"y"}}}, {}, Color::kOff, 3) ==
        "abcdef  x\n"
        "ab   y\n");
}
