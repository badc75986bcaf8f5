// print_diff: a result as text and as JSON.
#include "reports/diff_text/print_diff.h"

#include <algorithm>
#include <fstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/graph/text.h"
#include "harness/testing/json_schema.h"

namespace assay {
namespace {

using Json = nlohmann::json;

DiffResult relu_became(std::string_view text) {
  const std::string left =
      "graph f\n%0 = input user \"0\" : f32[2]\n"
      "%1 = aten.relu.default(self=%0) : f32[2] at(module=\"act\", source=\"net.py:7\")\noutput \"0\"=%1\n";
  std::string right = left;
  right.replace(right.find("aten.relu.default"), 17, text);
  return diff(parse_text(left), parse_text(right));
}

TEST_CASE("a root cause takes three lines: where, expected, found and what to do next") {
  CHECK(print_diff(relu_became("aten.gelu.default"), 10) ==
        "nodes: 2 matched, 0 missing, 0 extra, 1 changed\n"
        "edges: 2 matched, 0 missing, 0 extra, 0 changed\n"
        "target  f/%1  aten.relu.default  in act  at net.py:7\n"
        "  expected  %1 = aten.relu.default(self=%0) : f32[2]\n"
        "  found     %1 = aten.gelu.default(self=%0) : f32[2]  [next: replay both; accept it if it is "
        "meant]\n");
}

TEST_CASE("what a pass changes is a line for each root cause, without places") {
  const auto lines = [](std::string_view right) {
    return change_lines(diff(parse_text("graph f\n%0 = input user \"0\" : f32[2]\n"
                                        "%1 = aten.relu.default(self=%0) : f32[2]\n"
                                        "%2 = aten.relu.default(self=%1) : f32[2]\noutput \"0\"=%2\n"),
                             parse_text(right)));
  };
  CHECK(lines("graph f\n%0 = input user \"0\" : f32[2]\n"
              "%1 = aten.relu.default(self=%0) : f32[2]\n"
              "%2 = aten.relu.default(self=%1) : f32[2]\noutput \"0\"=%2\n")
            .empty());
  CHECK(lines("graph f\n%0 = input user \"0\" : f32[2]\n"
              "%1 = aten.gelu.default(self=%0) : f32[2]\n"
              "%2 = aten.gelu.default(self=%1) : f32[2]\noutput \"0\"=%2\n") ==
        std::vector<std::string>{"target aten.relu.default -> aten.gelu.default (at 2 places)"});
  CHECK(lines("graph f\n%0 = input user \"0\" : f32[2]\n"
              "%1 = aten.relu.default(self=%0) : f32[2]\noutput \"0\"=%1\n") ==
        std::vector<std::string>{"missing aten.relu.default"});
}

TEST_CASE("a terminal sees colours, nobody else") {
  DiffResult result = relu_became("aten.gelu.default");
  CHECK(print_diff(result, 10, Color::kOn).find("\033[32m  expected") != std::string::npos);
  CHECK(print_diff(result, 10, Color::kOff).find('\033') == std::string::npos);
}

TEST_CASE("a value of ten megabytes is cut") {
  DiffResult result = relu_became("\"" + std::string(10'000'000, 'x') + "\"");
  REQUIRE(result.roots.size() == 1);
  CHECK(print_diff(result, 10).size() < 2'000);
}

Json schema() { return Json::parse(std::ifstream(ASSAY_SOURCE_DIR "/reports/diff_text/diff.schema.json")); }

TEST_CASE("the JSON of two graph files keeps its schema, and what breaks it is found out") {
  const Json json = Json::parse(print_diff_json(relu_became("aten.gelu.default")));
  CHECK(schema_breach(json, schema()).empty());
  CHECK(json["roots"][0]["signature"] == "target aten.relu.default -> aten.gelu.default");
  const std::vector<std::pair<std::string, Json>> breaks{
      {"/roots/0/kind", "sharp"}, {"/entries/0/matcher", "luck"}, {"/nodes/matched", -1}, {"/equal", 1}};
  for (const auto& [place, value] : breaks) {
    INFO(place);
    Json broken = json;
    broken[Json::json_pointer(place)] = value;
    CHECK_FALSE(schema_breach(broken, schema()).empty());
  }
}

TEST_CASE("the JSON of two folders is one document with every file, and keeps the schema") {
  using In = FileDiff::In;
  const std::vector<FileDiff> files{{"a.json", In::kBoth, relu_became("aten.relu.default")},
                                    {"b.json", In::kBoth, relu_became("aten.gelu.default")},
                                    {"c.json", In::kLeft},
                                    {"d.json", In::kRight}};
  const Json json = Json::parse(print_diff_json(files));
  CHECK(schema_breach(json, schema()).empty());
  CHECK(json["equal"] == false);
  REQUIRE(json["files"].size() == 4);
  CHECK(json["files"][0]["diff"]["equal"] == true);
  CHECK(json["files"][1]["diff"] == Json::parse(print_diff_json(files[1].diff)));
  CHECK(json["files"][2] == Json{{"file", "c.json"}, {"only_in", "left"}});
  CHECK(json["files"][3]["only_in"] == "right");
  Json broken = json;
  broken["files"][2]["diff"] = json["files"][1]["diff"];
  CHECK_FALSE(schema_breach(broken, schema()).empty());
  CHECK(Json::parse(print_diff_json(std::vector{files[0]}))["equal"] == true);
}

TEST_CASE("the schema has the kinds and matchers there are") {
  const Json defs = schema()["$defs"];
  CHECK(defs["kind"]["enum"] == Json(kDiffKindNames.names()));
  CHECK(defs.at("/of_files/properties/entries/items/properties/matcher/enum"_json_pointer) ==
        Json(kMatcherNames.names()));
}

}  // namespace
}  // namespace assay
