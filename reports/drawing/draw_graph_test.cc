// draw_graph: text graphs in, drawings as short text out.
#include "reports/drawing/draw_graph.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/graph/text.h"
#include "harness/testing/random_graph.h"

namespace assay {
namespace {

using Detail = DrawOptions::Detail;

/// A line per node, "ID KIND: LINES", and per edge, "ID -> ID VALUE ARGUMENT".
std::string graph_told(const Drawing& drawing) {
  std::string text;
  for (const DrawnNode& node : drawing.nodes)
    text += fmt::format("{} {}: {}\n", node.id, to_string(node.kind), fmt::join(node.lines, " | "));
  for (const DrawnEdge& edge : drawing.edges) {
    text += fmt::format("{} {} {}", drawing.nodes[edge.from].id, edge.calls ? "calls" : "->",
                        drawing.nodes[edge.to].id);
    for (const std::string& word : {edge.value, edge.argument})
      if (!word.empty()) text += " " + word;
    text += "\n";
  }
  return text;
}
std::string drawn(std::string_view graphs, const DrawOptions& options = {}) {
  return graph_told(draw_graph(parse_text(graphs), options));
}

TEST_CASE("operators only: edges have the tensor and the argument, and x + x has two") {
  CHECK(drawn(R"(
    graph g
    %0 = input user "0" : f32[2,3]
    %1 = aten.add.Tensor(self=%0, other=%0, alpha=2) : f32[2,3]
    %2 = aten.relu_.default(self=%1) mutates(self) : f32[2,3]{1,2}
    output "0"=%2)") ==
        "g/%0 user: %0 user \"0\"\n"
        "g/%1 op: %1 aten.add.Tensor | alpha=2\n"
        "g/%2 op: %2 aten.relu_.default | mutates self\n"
        "g/%3 output: output\n"
        "g/%0 -> g/%1 f32[2,3] self\n"
        "g/%0 -> g/%1 f32[2,3] other\n"
        "g/%1 -> g/%2 f32[2,3] self\n"
        "g/%2 -> g/%3 f32[2,3] 0\n");
}

TEST_CASE("operators and tensors in turn: what an operator gives is a node, also when nobody reads it") {
  CHECK(drawn(R"(
    graph g
    %0 = input user "0" : f32[4]
    %1 = aten.split.Tensor(self=%0, split_size=2) : (f32[2], f32[2])
    %2 = aten.cat.default(tensors=[%1.0, %1.0], dim?=0) : f32[4]
    output "0"=%2)",
              {.detail = Detail::kTensors}) ==
        "g/%0 user: %0 user \"0\" | f32[4]\n"
        "g/%1 op: %1 aten.split.Tensor | split_size=2\n"
        "g/%1.0 tensor: f32[2]\n"
        "g/%1.1 tensor: f32[2]\n"
        "g/%2 op: %2 aten.cat.default\n"
        "g/%2.0 tensor: f32[4]\n"
        "g/%3 output: output\n"
        "g/%1 -> g/%1.0 0\n"
        "g/%1 -> g/%1.1 1\n"
        "g/%2 -> g/%2.0\n"
        "g/%0 -> g/%1 self\n"
        "g/%1.0 -> g/%2 tensors\n"
        "g/%1.0 -> g/%2 tensors[1]\n"
        "g/%2.0 -> g/%3 0\n");
}

constexpr std::string_view kModules = R"(
  case net
  graph g
  %0 = input parameter "a.weight" : f32[2]
  %1 = input user "0" : f32[2]
  %2 = aten.mul.Tensor(self=%1, other=%0) : f32[2] at(module="a")
  %3 = aten.split.Tensor(self=%2, split_size=1) : (f32[1], f32[1]) at(module="a")
  %4 = aten.add.Tensor(self=%3.0, other=%3.1) : f32[1]
  output "0"=%4)";

TEST_CASE("a folded node says how many nodes and edges it holds, and one edge stands for several values") {
  const Drawing drawing = draw_graph(parse_text(kModules), {.fold = {Fold::How::kDepth, 1}});
  CHECK(graph_told(drawing) ==
        "g/%0..%3 folded: a | 3 nodes, 2 edges | 1 aten.mul.Tensor | 1 aten.split.Tensor\n"
        "g/%1 user: %1 user \"0\"\n"
        "g/%4 op: %4 aten.add.Tensor\n"
        "g/%5 output: output\n"
        "g/%4 -> g/%5 f32[1] 0\n"
        "g/%0..%3 -> g/%4 2 values\n"
        "g/%1 -> g/%0..%3 f32[2]\n");
  CHECK(drawing.captions ==
        std::vector<std::string>{"net: 6 nodes, 6 edges: 4 nodes drawn, the others folded into them"});
}

TEST_CASE("an operator that parameters are folded into names them, and keeps its arguments") {
  CHECK(drawn(kModules, {.most_nodes = 5}) ==
        "g/%2 op: %2 aten.mul.Tensor | %0 parameter \"a.weight\" f32[2]\n"
        "g/%1 user: %1 user \"0\"\n"
        "g/%3 op: %3 aten.split.Tensor | split_size=1\n"
        "g/%4 op: %4 aten.add.Tensor\n"
        "g/%5 output: output\n"
        "g/%1 -> g/%2 f32[2] self\n"
        "g/%2 -> g/%3 f32[2] self\n"
        "g/%3 -> g/%4 .0 f32[1] self\n"
        "g/%3 -> g/%4 .1 f32[1] other\n"
        "g/%4 -> g/%5 f32[1] 0\n");
}

TEST_CASE("a large file is folded until it may be drawn, unless it is not to be") {
  const GraphFile file = layered_graph(3000);
  CHECK(draw_graph(file).nodes.size() <= DrawOptions{}.most_nodes);
  CHECK(draw_graph(file, {.fold = {Fold::How::kNone}}).nodes.size() == size_of(file).nodes);
}

TEST_CASE("each graph is a cluster, sub-graphs within those that use them") {
  const Drawing drawing = draw_graph(parse_text(R"(
    graph g
    %0 = input user "0" : f32[2]
    %1 = higher_order.cond(0=True, 1=graph(g/yes), 2=graph(g/yes), 3=(%0,)) unbound : f32[2]
    output "0"=%1
    graph g/yes of %1
    %0 = input user "0" : f32[2]
    output "0"=%0
    graph other
    %0 = input user "0" : f32[2]
    output "0"=%0)"));
  REQUIRE(drawing.clusters.size() == 3);
  CHECK(drawing.clusters[0].title == "graph g");
  CHECK(drawing.clusters[1].title == "graph g/yes");
  CHECK(drawing.clusters[1].parent == 0U);
  CHECK_FALSE(drawing.clusters[2].parent.has_value());
  CHECK(drawing.nodes[3].cluster == 1U);
  CHECK(graph_told(drawing).find("g/%1 calls g/yes/%0\n") != std::string::npos);
}

TEST_CASE("one graph by itself has no cluster") {
  const Drawing drawing = draw_graph(parse_text(kModules).graphs[0]);
  CHECK(drawing.clusters.empty());
  CHECK(drawing.nodes.size() == 6);
  CHECK_FALSE(drawing.nodes[0].cluster.has_value());
}

TEST_CASE("an operator that is rewired is another drawing") {
  std::string rewired(kModules);
  rewired.replace(rewired.find("other=%3.1"), 10, "other=%3.0");
  CHECK(drawn(kModules) != drawn(rewired));
}

}  // namespace
}  // namespace assay
