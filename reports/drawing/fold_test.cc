// fold: text graphs in, the drawn parts out.
#include "reports/drawing/fold.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/graph/text.h"
#include "harness/graph/uses.h"
#include "harness/testing/random_graph.h"

namespace assay {
namespace {

constexpr std::string_view kFoldedNet = R"(
  graph joint
  %0 = input parameter "a.x.weight" : f32[2]
  %1 = input user "0" : f32[2]
  %2 = aten.mul.Tensor(self=%1, other=%0) : f32[2] at(module="a.x")
  %3 = aten.relu.default(self=%2) : f32[2] at(module="a.x")
  %4 = aten.exp.default(self=%3) : f32[2] at(module="a.y")
  %5 = aten.sin.default(self=%4) : f32[2]
  %6 = aten.cos.default(self=%5) : f32[2] at(module="a.x")
  %7 = aten.mul.Tensor(self=%6, other=%0) : f32[2] at(module="a.x", stage="backward")
  output "0"=%7)";

/// "0,2,3 in a.x" for each part of several nodes, the node for others.
std::string parts_of(const GraphFile& file, const Fold& how, std::size_t most = 0) {
  std::string told;
  for (const DrawnPart& part : fold(file, how, most).parts)
    told += fmt::format("{}{}; ", fmt::join(part.members, ","), part.alone ? "" : " in " + part.module);
  return told;
}
std::string parts_of(std::string_view text, const Fold& how, std::size_t most = 0) {
  return parts_of(parse_text(text), how, most);
}

TEST_CASE("by itself each node is a part, as long as all fit") {
  CHECK(parts_of(kFoldedNet, {Fold::How::kNone}) == "0; 1; 2; 3; 4; 5; 6; 7; 8; ");
  CHECK(parts_of(kFoldedNet, {Fold::How::kAuto}, 9) == "0; 1; 2; 3; 4; 5; 6; 7; 8; ");
}

TEST_CASE("the first step is to draw parameters with what reads them first") {
  CHECK(parts_of(kFoldedNet, {Fold::How::kAuto}, 8) == "0,2; 1; 3; 4; 5; 6; 7; 8; ");
}

TEST_CASE("a module is folded where its operators follow each other, with the parameters it reads first") {
  CHECK(parts_of(kFoldedNet, {Fold::How::kAuto}, 7) == "0,2,3 in a.x; 1; 4; 5; 6; 7; 8; ");
  CHECK(parts_of(kFoldedNet, {Fold::How::kDepth, 2}) == "0,2,3 in a.x; 1; 4; 5; 6; 7; 8; ");
  CHECK(parts_of(kFoldedNet, {Fold::How::kDepth, 1}) == "0,2,3,4 in a; 1; 5; 6; 7; 8; ");
}

TEST_CASE("where the outermost modules are too many, operators are folded by the piece, passes apart") {
  CHECK(parts_of(kFoldedNet, {Fold::How::kAuto}, 5) == "0,2,3,4,5 in ; 1; 6; 7; 8; ");
  CHECK(parts_of(kFoldedNet, {Fold::How::kDepth, 0}) == "0,2,3,4,5,6 in ; 1; 7; 8; ");
}

TEST_CASE("operators without a module are folded into so many pieces as may be drawn, not into one") {
  const GraphFile file = chain(1000);
  const Folding folding = fold(file, {}, 150);
  CHECK(folding.parts.size() <= 150);
  CHECK(folding.parts.size() > 50);
}

TEST_CASE("every node is in one part, and no edge between parts leads back") {
  for (const GraphFile& file : {random_graph(2000, 7), layered_graph(2000), parse_text(kFoldedNet)})
    for (const std::size_t most : {5U, 40U, 400U}) {
      const Folding folding = fold(file, {}, most);
      std::size_t members = 0;
      for (const DrawnPart& part : folding.parts) members += part.members.size();
      CHECK(members == size_of(file).nodes);
      for (NodeId id = 0; id < file.graphs[0].nodes.size(); ++id)
        for (const ArgumentUse& use : uses_of(file.graphs[0].nodes[id])) {
          const DrawnPart &from = folding.parts[folding.part_of[0][use.ref.node]],
                          &to = folding.parts[folding.part_of[0][id]];
          if (&from != &to) REQUIRE((from.members.back() < to.members.back()));
        }
    }
}

TEST_CASE("dots within brackets do not divide a module's path") {
  const std::string path = "L['a.b'].fc[1.0].act";
  CHECK(module_at(path, 0).empty());
  CHECK(module_at(path, 1) == "L['a.b']");
  CHECK(module_at(path, 2) == "L['a.b'].fc[1.0]");
  CHECK(module_at(path, 9) == path);
  CHECK(module_at("", 2).empty());
  CHECK(module_at("]].x", 1) == "]]");
}

}  // namespace
}  // namespace assay
