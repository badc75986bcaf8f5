// CaseField: the page as it is shipped, and pages that are not like it.
#include "harness/zoo/case_field.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "harness/zoo/case_fields_page.h"

namespace assay {
namespace {

constexpr std::string_view kPage =
    "# Case files\n\n| field | default | type | example | meaning |\n| --- | --- | --- | --- | --- |\n"
    "| `train` | `true` | bool | `false` | training mode \\| `eval()` |\n| `limits` | `{}` | object | | "
    "time: [limits](#limits) "
    "|\n\n"
    "| field | default | type | example | meaning |\n| --- | --- | --- | --- | --- |\n"
    "| `shape` | required | list | `[2]` | sizes |\n"
    "## limits\n\n<!-- generated: limits -->\nSeconds and GB.\n<!-- end -->\n\n## compare\n";

TEST_CASE("a field has its row, and the section of its name") {
  const std::vector<CaseField> fields = case_fields(kPage);
  REQUIRE(fields.size() == 2);
  CHECK(to_text(fields[0]) ==
        "train: training mode | eval()\n  default: true\n  type: bool\n  example: false\n");
  CHECK(to_text(fields[1]) == "limits: time\n  default: {}\n  type: object\n\nSeconds and GB.\n");
}

TEST_CASE("a page without the table has no fields") {
  CHECK(case_fields("# Case files\n").empty());
  CHECK(case_fields("| field | default | values | example | meaning |\n| `a` | 1 | 2 | 3 | 4 |\n").empty());
}

TEST_CASE("the page of this program has every field, each with a meaning") {
  const std::vector<CaseField> fields = case_fields(kCaseFieldsPage);
  for (const char* name : {"case", "factory", "inputs", "dynamic", "expect", "replay", "compare", "limits"})
    CHECK(std::ranges::find(fields, name, &CaseField::name) != fields.end());
  for (const CaseField& field : fields) CHECK_FALSE(field.meaning.empty());
}

}  // namespace
}  // namespace assay
