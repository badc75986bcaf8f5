// comparison_json: valid under the schema beside it.
#include "reports/comparison_sheet/comparison_json.h"

#include <fstream>

#include <catch2/catch.hpp>

#include "harness/testing/compared_methods.h"
#include "harness/testing/json_schema.h"

using namespace assay;
using Json = nlohmann::json;

namespace {

const Json& schema() {
  static const Json parsed =
      Json::parse(std::ifstream(ASSAY_SOURCE_DIR "/reports/comparison_sheet/comparison.schema.json"));
  return parsed;
}

Json written() { return Json::parse(comparison_json(test::specimen())); }

}  // namespace

TEST_CASE("a comparison keeps the schema, with and without what may be absent") {
  CHECK(schema_breach(written(), schema()).empty());
  ComparisonReport report = test::specimen();
  report.recommendation.method.reset();
  report.cases[0].lowered.clear();
  CHECK(schema_breach(Json::parse(comparison_json(report)), schema()).empty());
}

TEST_CASE("a document that breaks the schema is found out") {
  const auto broken = [](const char* pointer, const Json& value) {
    Json document = written();
    document[Json::json_pointer(pointer)] = value;
    return schema_breach(document, schema());
  };
  CHECK(broken("/assay_comparison", 2) == ".assay_comparison const");
  CHECK(broken("/cases/0/methods/1/outcome", "fine") == ".cases[].methods[].outcome enum");
  CHECK(broken("/cases/0/methods/1/captured/features/shapes", "yes") ==
        ".cases[].methods[].captured.features.shapes enum");
  CHECK(broken("/cases/0/methods/1/coverage/edges/eager", -1) ==
        ".cases[].methods[].coverage.edges.eager minimum");
  CHECK(broken("/cases/0/lowered/0/differences/0/changes/0/places", 0) ==
        ".cases[].lowered[].differences[].changes[].places minimum");
  CHECK(broken("/cases/0/methods/3/captured/breaks/0/side", "beside") ==
        ".cases[].methods[].captured.breaks[].side enum");
  CHECK(broken("/recommendation/needs/0", "speed") == ".recommendation.needs[] enum");
  CHECK(broken("/recommendation/more", 1) == ".recommendation additionalProperties more");
}

TEST_CASE("the schema names every need and every kind of change, and no other") {
  Json needs = Json::array();
  for (const Need need : kNeedNames.values()) needs.push_back(std::string(to_string(need)));
  CHECK(schema()["properties"]["recommendation"]["properties"]["needs"]["items"]["enum"] == needs);
  CHECK(schema()["$defs"]["captured"]["properties"]["features"]["required"] == needs);
  CHECK(schema()["$defs"]["difference"]["properties"]["changes"]["items"]["properties"]["kind"]["enum"] ==
        Json(kDiffKindNames.names()));
}
