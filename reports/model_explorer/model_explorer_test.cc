// print_model_explorer: text graphs in, JSON out. ci/viewer_test.py loads such files with the viewer's own
// package.
#include "reports/model_explorer/model_explorer.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kNet = R"(
  case seed/net
  method aot_joint
  device cpu
  graph joint
  %0 = input parameter "a.fc.weight" : f32[3,2]
  %1 = input user "0" : f32[2]
  %2 = aten.mv.default(self=%0, vec=%1) : f32[3] at(module="a.fc", stage="forward")
  %3 = aten.split.Tensor(self=%2, split_size=2) : (f32[2], f32[1]) at(module="a.x/y")
  %4 = aten.add.Tensor(self=%3.0, other=%3.1, alpha=2) : f32[2] at(module="a.fc", stage="backward")
  output "0"=%4)";

Json explored(std::string_view graphs) { return Json::parse(print_model_explorer(parse_text(graphs))); }

/// The value of an attribute, or "-".
std::string attribute(const Json& list, const std::string& key) {
  for (const Json& each : list)
    if (each["key"] == key) return each["value"];
  return "-";
}

TEST_CASE("nodes lie in the namespaces of their modules, parameters beside who reads them, passes apart") {
  const Json document = explored(kNet);
  CHECK(document["label"] == "seed/net aot_joint@cpu");
  REQUIRE(document["graphs"].size() == 1);
  CHECK(document["graphs"][0]["id"] == "joint");
  const Json& nodes = document["graphs"][0]["nodes"];
  REQUIRE(nodes.size() == 6);
  CHECK(nodes[0]["label"] == "parameter a.fc.weight");
  CHECK(nodes[0]["namespace"] == "a/fc");
  CHECK(nodes[1]["namespace"] == "");
  CHECK(nodes[2]["id"] == "joint/%2");
  CHECK(nodes[3]["namespace"] == "a/x\\/y");
  CHECK(nodes[4]["namespace"] == "backward/a/fc");
}

TEST_CASE(
    "edges name their output and their argument, outputs have shape and dtype, constants are attributes") {
  const Json nodes = explored(kNet)["graphs"][0]["nodes"];
  CHECK(nodes[4]["incomingEdges"] ==
        Json{{{"sourceNodeId", "joint/%3"}, {"sourceNodeOutputId", "0"}, {"targetNodeInputId", "0"}},
             {{"sourceNodeId", "joint/%3"}, {"sourceNodeOutputId", "1"}, {"targetNodeInputId", "1"}}});
  CHECK(attribute(nodes[4]["inputsMetadata"][1]["attrs"], "__tensor_tag") == "other");
  CHECK(attribute(nodes[4]["attrs"], "alpha") == "2");
  CHECK(attribute(nodes[0]["outputsMetadata"][0]["attrs"], "shape") == "3x2");
  CHECK(attribute(nodes[0]["outputsMetadata"][0]["attrs"], "dtype") == "float32");
  CHECK(attribute(nodes[3]["outputsMetadata"][1]["attrs"], "shape") == "1");
}

TEST_CASE("sub-graphs are graphs of their own, linked from who uses them") {
  const Json document = explored(R"(
    graph g
    %0 = input user "0" : f32[2]
    %1 = higher_order.wrap(0=graph(g/body), 1=(%0,)) unbound : f32[2]
    output "0"=%1
    graph g/body of %1
    %0 = input user "0" : f32[2]
    output "0"=%0)");
  CHECK(document["graphs"][0]["nodes"][1]["subgraphIds"] == Json{"g/body"});
  CHECK(document["graphs"][1]["id"] == "g/body");
}

TEST_CASE("hostile names stay text and are cut") {
  const std::string name = "<script>\\u202e\\u0000" + std::string(5000, 'x');
  const Json nodes = explored("graph g\n%0 = input user \"" + name + "\" : f32[2]")["graphs"][0]["nodes"];
  const std::string label = nodes[0]["label"];
  CHECK(label.starts_with("user <script>\\xe2\\x80\\xae\\x00xxx"));
  CHECK(label.size() < 200);
}

ExplorerDifference difference(std::string_view left_text, std::string_view right_text) {
  const GraphFile left = parse_text(left_text), right = parse_text(right_text);
  return print_model_explorer(left, right, paired_diff(left, right));
}

constexpr std::string_view kShort = R"(
  graph g
  %0 = input user "0" : f32[2]
  %1 = aten.relu.default(self=%0) : f32[2]
  output "0"=%1)";
constexpr std::string_view kLonger = R"(
  graph g
  %0 = input user "0" : f32[2]
  %1 = aten.clone.default(self=%0) : f32[2]
  %2 = aten.relu.default(self=%1) : f32[2]
  output "0"=%2)";

TEST_CASE("of two files nodes that belong together are mapped, the others are coloured and say why") {
  const ExplorerDifference both = difference(kShort, kLonger);
  const Json mapping = Json::parse(both.mapping), right = Json::parse(both.right);
  CHECK(mapping["type"] == "sync_navigation");
  CHECK(mapping["showDiffHighlights"] == true);
  CHECK(right["label"] == "right: graphs");
  CHECK(right["graphs"][0]["id"] == "right g");      // the viewer finds graphs by id across all collections
  CHECK(mapping["disableMappingFallback"] == true);  // else the viewer maps "g/%1" to "g/%1"
  CHECK(mapping["mappingEntries"] == Json{{{"leftNodeIds", {"g/%0"}}, {"rightNodeIds", {"g/%0"}}},
                                          {{"leftNodeIds", {"g/%1"}}, {"rightNodeIds", {"g/%2"}}},
                                          {{"leftNodeIds", {"g/%2"}}, {"rightNodeIds", {"g/%3"}}}});
  const Json& nodes = right["graphs"][0]["nodes"];
  CHECK(attribute(nodes[1]["attrs"], "difference") == "extra");
  CHECK(nodes[1]["style"]["borderColor"] == "#009E73");
  CHECK(attribute(nodes[2]["attrs"], "difference").starts_with("rewired: %1 = aten.relu.default(self=%0)"));
  CHECK(nodes[2]["style"]["borderColor"] == "#0072B2");
  CHECK(attribute(nodes[0]["attrs"], "difference") == "-");
}

TEST_CASE("of a graph that only one file has each node is coloured") {
  const ExplorerDifference both = difference(
      kShort, std::string(kShort) + "\ngraph other\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0");
  const Json right = Json::parse(both.right);
  CHECK(attribute(right["graphs"][1]["nodes"][0]["attrs"], "difference") == "extra");
  CHECK(attribute(right["graphs"][0]["nodes"][0]["attrs"], "difference") == "-");
}

TEST_CASE("layers that both sides have are mapped, those of one side are not") {
  const auto within = [](const char* module) {
    return "graph g\n%0 = input user \"0\" : f32[2]\n%1 = aten.relu.default(self=%0) : f32[2] at(module=\"" +
           std::string(module) + "\")\noutput \"0\"=%1";
  };
  const std::string mapping = difference(within("a.b"), within("a.c")).mapping;
  CHECK(mapping.find("\"a___group___\"") != std::string::npos);
  CHECK(mapping.find("a/b___group___") == std::string::npos);
}

TEST_CASE("equal files have every node mapped and nothing coloured") {
  const ExplorerDifference both = difference(kLonger, kLonger);
  CHECK(Json::parse(both.mapping)["mappingEntries"].size() == 4);
  CHECK(both.left.find("\"style\"") == std::string::npos);
  CHECK(both.left.find("\"difference\"") == std::string::npos);
}

}  // namespace
}  // namespace assay
