// Elements: names and messages of models stay text everywhere.
#include "reports/page/element.h"

#include <catch2/catch.hpp>

namespace assay {
namespace {

const char* const kHostile = "</script><script>alert(1)</script>\" onload='x' & \x1b[2J \xe2\x80\xae";

std::string html_with(const std::string& name) {
  pugi::xml_document document;
  Element body = document.append_child("body");
  append_link(append_view(body, "overview", name), "case", name, name);
  set(append(body, "p", name), "title", name);
  append_command(body, name);
  return html_of(body);
}

TEST_CASE("a name with markup, quotes, escapes and marks of direction opens no element and no attribute") {
  const std::string html = html_with(kHostile);
  for (const char* part : {"<script", "</script", "\x1b", "\xe2\x80\xae"}) {
    INFO(part);
    CHECK_THAT(html, !Catch::Contains(part));
  }
  CHECK_THAT(html, Catch::Contains("&lt;script&gt;alert(1)"));
  CHECK_THAT(html, Catch::Contains("\\x1b[2J"));
  CHECK_THAT(html, Catch::Contains("title=\"&lt;/script>&lt;script>alert(1)&lt;/script>&quot; onload='x'"));
  CHECK_THAT(html, Catch::Contains("href=\"#case/%3C/script%3E"));
}

TEST_CASE("the twin, written as it is, does open one") {
  CHECK_THAT("<p>" + std::string(kHostile) + "</p>", Catch::Contains("<script"));
}

TEST_CASE("an element without content is closed by a tag of its own, as HTML wants it") {
  pugi::xml_document document;
  append_classed(document, "figure", "plot");
  CHECK(html_of(document.first_child()) == "<figure class=\"plot\"></figure>");
}

TEST_CASE("JSON in a script element can not end it") {
  CHECK(json_for_script(R"(["</script><!--"])") == R"(["\u003c/script>\u003c!--"])");
}

TEST_CASE("a table has a caption, and its figures are sorted by their value, not by their text") {
  pugi::xml_document document;
  Element body = document.append_child("body");
  Element row = append(
      append_table(body, {.caption = "Costs", .head = {"case", "bytes"}, .numeric = {false, true}}), "tr");
  append_cell(row, "seed/mlp");
  append_number(row, 2048, "2.0 KB");
  CHECK(html_of(body) ==
        "<body><div class=\"scroller\"><table class=\"display\"><caption>Costs</caption><thead><tr><th "
        "scope=\"col\">case</th>"
        "<th scope=\"col\" class=\"number\">bytes</th></tr></thead><tbody><tr><td>seed/mlp</td>"
        "<td class=\"number\" data-order=\"2048\">2.0 KB</td></tr></tbody></table></div></body>");
}

}  // namespace
}  // namespace assay
