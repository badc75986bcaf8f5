// draw_difference: two text graphs in, a drawing as short text out.
#include "reports/drawing/draw_difference.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/graph/text.h"
#include "harness/testing/random_graph.h"

namespace assay {
namespace {

constexpr std::string_view kChainNet = R"(
  graph g
  %0 = input user "0" : f32[2]
  %1 = aten.exp.default(self=%0) : f32[2]
  %2 = aten.relu.default(self=%1) : f32[2]
  %3 = aten.sin.default(self=%2) : f32[2]
  %4 = aten.cos.default(self=%3) : f32[2]
  output "0"=%4)";

std::string chain_edited(std::string text, std::string_view from, std::string_view to) {
  return text.replace(text.find(from), from.size(), to);
}

std::string symbol(Mark mark) {
  switch (mark) {
    case Mark::kMissing:
      return "- ";
    case Mark::kExtra:
      return "+ ";
    case Mark::kChanged:
      return "! ";
    case Mark::kMatched:
      return "= ";
    case Mark::kNone:
      break;
  }
  return "  ";
}

/// A line per node and edge, the mark first.
std::string difference_told(const Drawing& drawing) {
  std::string text;
  for (const DrawnNode& node : drawing.nodes)
    text += fmt::format("{}{}: {}\n", symbol(node.mark), node.id, fmt::join(node.lines, " | "));
  for (const DrawnEdge& edge : drawing.edges)
    text += fmt::format("{}{} -> {} {} {}\n", symbol(edge.mark), drawing.nodes[edge.from].id,
                        drawing.nodes[edge.to].id, edge.value, edge.argument);
  return text;
}

Drawing difference(std::string_view left_text, std::string_view right_text,
                   const DifferenceOptions& options = {}) {
  const GraphFile left = parse_text(left_text), right = parse_text(right_text);
  const PairedDiff diff = paired_diff(left, right);
  REQUIRE_FALSE(diff.result.roots.empty());
  return draw_difference(left, right, diff, 0, options);
}

TEST_CASE("a changed operator stands between its neighbours, both targets in it") {
  const Drawing drawing =
      difference(kChainNet, chain_edited(std::string(kChainNet), "aten.relu.default", "aten.tanh.default"),
                 {.radius = 1});
  CHECK(difference_told(drawing) ==
        "= g/%1: %1 aten.exp.default\n"
        "! g/%2: %2 aten.relu.default | → %2 aten.tanh.default | target\n"
        "= g/%3: %3 aten.sin.default\n"
        "  before of g/%1: ...\n"
        "  after of g/%3: ...\n"
        "= before of g/%1 -> g/%1 f32[2] self\n"
        "= g/%1 -> g/%2 f32[2] self\n"
        "= g/%2 -> g/%3 f32[2] self\n"
        "  g/%3 -> after of g/%3 1 further use \n");
  CHECK(drawing.captions.at(0) == "target  g/%2  aten.relu.default");
}

TEST_CASE("an operator that is gone has its edges beside those that go around it") {
  const std::string without = R"(
    graph g
    %0 = input user "0" : f32[2]
    %1 = aten.exp.default(self=%0) : f32[2]
    %2 = aten.sin.default(self=%1) : f32[2]
    %3 = aten.cos.default(self=%2) : f32[2]
    output "0"=%3)";
  const std::string text = difference_told(difference(kChainNet, without, {.radius = 1}));
  CHECK(text.find("- g/%2: %2 aten.relu.default\n") != std::string::npos);
  CHECK(text.find("! g/%3 | %2: %3 aten.sin.default | rewired\n") != std::string::npos);
  CHECK(text.find("- g/%1 -> g/%2 f32[2] self\n- g/%2 -> g/%3 | %2 f32[2] self\n") != std::string::npos);
  CHECK(text.find("+ g/%1 -> g/%3 | %2 f32[2] self\n") != std::string::npos);
  CHECK(difference_told(difference(without, kChainNet, {.radius = 1}))
            .find("+ right g/%2: %2 aten.relu.default\n") != std::string::npos);
}

TEST_CASE("a changed shape is told in the node and on the edges that carry it") {
  const std::string text = difference_told(
      difference(kChainNet, chain_edited(std::string(kChainNet), "aten.relu.default(self=%1) : f32[2]",
                                         "aten.relu.default(self=%1) : f32[3]")));
  CHECK(text.find("! g/%2: %2 aten.relu.default | shape: f32[2] → f32[3]\n") != std::string::npos);
  CHECK(text.find("! g/%2 -> g/%3 f32[2] → f32[3] self\n") != std::string::npos);
}

TEST_CASE(
    "no more nodes are drawn than asked for, those that differ first, and the caption counts the others") {
  const GraphFile left = random_graph(400, 3);
  GraphFile right = left;
  right.graphs[0].nodes[200].target.name = Name("aten.changed.default");
  const PairedDiff diff = paired_diff(left, right);
  const Drawing drawing = draw_difference(left, right, diff, 0, {.radius = 4, .most_nodes = 10});
  std::size_t drawn = 0, changed = 0;
  for (const DrawnNode& node : drawing.nodes) {
    drawn += node.kind != DrawnKind::kLeftOut;
    changed += node.mark == Mark::kChanged;
  }
  CHECK(drawn == 10);
  CHECK(changed == 1);
  CHECK(drawing.captions.back().find(" further nodes nearby not drawn") != std::string::npos);
}

TEST_CASE("a chain of operators that is gone is drawn whole, although it is longer than the radius") {
  std::string longer = R"(
    graph g
    %0 = input user "0" : f32[2]
    %1 = aten.exp.default(self=%0) : f32[2]
)";
  for (int node = 2; node < 10; ++node)
    longer += fmt::format("%{} = aten.neg.default(self=%{}) : f32[2]\n", node, node - 1);
  longer += "%10 = aten.cos.default(self=%9) : f32[2]\noutput \"0\"=%10";
  const std::string shorter = R"(
    graph g
    %0 = input user "0" : f32[2]
    %1 = aten.exp.default(self=%0) : f32[2]
    %2 = aten.cos.default(self=%1) : f32[2]
    output "0"=%2)";
  std::size_t missing = 0;
  for (const DrawnNode& node : difference(longer, shorter, {.radius = 1}).nodes)
    missing += node.mark == Mark::kMissing;
  CHECK(missing == 8);
}

TEST_CASE("a graph that one side lacks is drawn from its beginning, what a graph assumes is told in words") {
  const std::string more =
      std::string(kChainNet) + "\ngraph other\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0";
  CHECK(difference_told(difference(more, kChainNet)) ==
        "- other/%0: %0 user \"0\"\n- other/%1: output\n- other/%0 -> other/%1 f32[2] 0\n");
  const Drawing guarded =
      difference(kChainNet, chain_edited(std::string(kChainNet), "%0 =", "symbol s0\nguard 2 <= s0\n%0 ="));
  CHECK(guarded.nodes.empty());
  CHECK(guarded.captions.at(0) == "shape  g  graph");
}

}  // namespace
}  // namespace assay
