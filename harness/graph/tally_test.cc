// Tallies of graph files: counted and uncounted parts.
#include "harness/graph/tally.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

std::string lines_of(const Tally& tallied) {
  std::string lines;
  for (const auto& [name, count] : tallied.operators)
    lines += std::to_string(count) + " " + name.str() + "\n";
  for (const auto& [edge, count] : tallied.edges)
    lines += std::to_string(count) + " " + edge.producer.str() + " -> " + edge.slot.str() + " of " +
             edge.consumer.str() + "\n";
  return lines;
}

std::string counted(const std::string& text) { return lines_of(tally(parse_text(text))); }

}  // namespace

TEST_CASE("operators and edges are counted, parallel edges in their slots, results not at all") {
  CHECK(counted(R"(graph forward
%0 = input parameter "weight" : f32[2]
%1 = input user "0" : f32[2]
%2 = aten.mul.Tensor(self=%1, other=%0) : f32[2]
%3 = aten.add.Tensor(self=%2, other=%2) : f32[2]
%4 = aten.add.Tensor(self=%2, other=%3) : f32[2]
output "0"=%4
)") == R"(2 aten.add.Tensor
1 aten.mul.Tensor
1 aten.add.Tensor -> other of aten.add.Tensor
1 aten.mul.Tensor -> other of aten.add.Tensor
2 aten.mul.Tensor -> self of aten.add.Tensor
1 input parameter -> other of aten.mul.Tensor
1 input user -> self of aten.mul.Tensor
)");
}

TEST_CASE("of what ran outside a graph only what the graph reads of it counts, as an input") {
  const GraphFile file = parse_text(R"(graph g
%0 = input user "0" : f32[2]
%1 = aten.relu.default(self=%0) : f32[2]
%2 = aten.tanh.default(self=%1) : f32[2]
%3 = aten.exp.default(self=%2) : f32[2]
output "0"=%3
)");
  CHECK(lines_of(tally(file.graphs[0], {2})) == R"(1 aten.exp.default
1 aten.relu.default
1 input saved -> self of aten.exp.default
1 input user -> self of aten.relu.default
)");
  CHECK(tally(file.graphs[0], {}) == tally(file));
}

TEST_CASE("swapped operands have the same operators and other edges") {
  const std::string head = "graph g\n%0 = input parameter \"w\" : f32[2]\n%1 = input user \"0\" : f32[2]\n";
  const Tally left = tally(parse_text(head + "%2 = aten.sub.Tensor(self=%0, other=%1) : f32[2]\n"));
  const Tally right = tally(parse_text(head + "%2 = aten.sub.Tensor(self=%1, other=%0) : f32[2]\n"));
  CHECK(left.operators == right.operators);
  CHECK_FALSE(left.edges == right.edges);
}

TEST_CASE("a slot is the path to the reference, however deep") {
  CHECK(counted(R"(graph g
%0 = input user "0" : f32[2]
%1 = aten.cat.default(tensors=[%0, %0], dim=0) : f32[4]
%2 = fn:f(0={"mask": (%1,)}, 1=slice(None, %0, None)) unbound : f32[4]
)") == R"(1 aten.cat.default
1 fn:f
1 aten.cat.default -> 0["mask"][0] of fn:f
1 input user -> 1[1] of fn:f
1 input user -> tensors[0] of aten.cat.default
1 input user -> tensors[1] of aten.cat.default
)");
}

TEST_CASE("all graphs of a file are counted together") {
  CHECK(counted(R"(graph forward
%0 = input user "0" : f32[2]
%1 = aten.relu.default(self=%0) : f32[2]
output "0"=%1
graph backward
%0 = input tangent "0" : f32[2]
%1 = aten.relu.default(self=%0) : f32[2]
output gradient "0"=%1
)") == R"(2 aten.relu.default
1 input tangent -> self of aten.relu.default
1 input user -> self of aten.relu.default
)");
}

}  // namespace assay
