// print_node_link: a text graph in, the nodes and edges that NetworkX reads out.
#include "reports/node_link/node_link.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

nlohmann::json linked(const std::string& text) {
  return nlohmann::json::parse(print_node_link(parse_text(text)));
}

std::vector<std::string> keys(const nlohmann::json& document) {
  std::vector<std::string> found;
  for (const auto& node : document["nodes"]) found.push_back(node["id"]);
  return found;
}

TEST_CASE("inputs are primals and tangents in order, operators have their short name and a counter") {
  const auto document = linked(R"(
    graph joint
    %0 = input parameter "0.weight" : f32[3]
    %1 = input user "0" : f32[3]
    %2 = input tangent "0" : f32[3]
    %3 = aten.mul.Tensor(self=%0, other=%1) : f32[3]
    %4 = aten.mul.Tensor(self=%3, other=%2) : f32[3]
    %5 = fn:torch.relu(0=%4) : f32[3]
    output "0"=%5)");
  CHECK(keys(document) ==
        std::vector<std::string>{"primals_1", "primals_2", "tangents_1", "mul", "mul_1", "relu", "output"});
  CHECK(document["nodes"][0]["name"] == "0.weight");
  CHECK(document["nodes"][3]["name"] == "aten.mul.Tensor");
  CHECK(document["nodes"][3]["node_call_info"]["args"]["other"]["%"] == nlohmann::json{1, 0});
}

TEST_CASE("each use of a tensor is an edge of its own, with its shape") {
  const auto document = linked(R"(
    graph forward
    %0 = input user "0" : f32[s0,3]{3,1}
    %1 = aten.mul.Tensor(self=%0, other=%0) : f32[s0,3]
    output "0"=%1)");
  REQUIRE(document["edges"].size() == 3);
  CHECK(document["edges"][0]["key"] == 0);
  CHECK(document["edges"][1]["key"] == 1);
  CHECK(document["edges"][1]["argument"] == "other");
  CHECK(document["edges"][1]["shape"] == nlohmann::json{"s0", 3});
  CHECK(document["edges"][1]["dtype"] == "float32");
  CHECK(document["edges"][2]["target"] == "output");
  CHECK(document["edges"][2]["argument"] == "0");
}

TEST_CASE("graphs of one file are told apart by their names") {
  const auto document = linked(R"(
    graph forward
    %0 = input user "0" : f32[3]
    output "0"=%0
    graph backward
    %0 = input tangent "0" : f32[3]
    output "gradient:0"=%0)");
  CHECK(keys(document) == std::vector<std::string>{"forward/primals_1", "forward/output",
                                                   "backward/tangents_1", "backward/output"});
  CHECK(document["edges"].size() == 2);
  CHECK(document["graph"]["file"]["graphs"][1]["name"] == "backward");
}

TEST_CASE("an operator whose name another key has gets the next number") {
  const auto document = linked(R"(
    graph forward
    %0 = input user "0" : f32[3]
    %1 = method:output(0=%0) : f32[3]
    %2 = method:primals_1(0=%1) : f32[3]
    output "0"=%2)");
  CHECK(keys(document) == std::vector<std::string>{"primals_1", "output_1", "primals_1_1", "output"});
}

}  // namespace
}  // namespace assay
