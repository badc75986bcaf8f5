// The forward and the joint part of a lowered graph.
#include "harness/methods/lowered_part.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

std::string part(const std::string& text, Part which) {
  const auto found = part_of(parse_text(text), which);
  if (!found) return "(none)";
  validate(*found, "part");
  return print_text(*found);
}

const std::string kJoint = R"(graph joint
%0 = input parameter "w" : f32[2]
%1 = input buffer "unused" : f32[2]
%2 = input user "0" : f32[2]
%3 = input tangent "0" : f32[2]
%4 = aten.mul.Tensor(self=%2, other=%0) : f32[2]
%5 = aten.exp.default(self=%2) : f32[2]
%6 = aten.mul.Tensor(self=%3, other=%2) : f32[2]
output mutation "n"=%4, "0"=%4, gradient "w"=%6, gradient "unused"=None, saved "0"=%5
)";

}  // namespace

TEST_CASE("the forward part is what results and mutations are made of") {
  CHECK(part(kJoint, Part::kForward) == R"(graph forward
%0 = input parameter "w" : f32[2]
%1 = input user "0" : f32[2]
%2 = aten.mul.Tensor(self=%1, other=%0) : f32[2]
output "0"=%2, mutation "n"=%2
)");
}

TEST_CASE("the joint part keeps dead operators and leaves out unused inputs, saved results and None") {
  CHECK(part(kJoint, Part::kJoint) == R"(graph joint
%0 = input parameter "w" : f32[2]
%1 = input user "0" : f32[2]
%2 = input tangent "0" : f32[2]
%3 = aten.mul.Tensor(self=%1, other=%0) : f32[2]
%4 = aten.exp.default(self=%1) : f32[2]
%5 = aten.mul.Tensor(self=%2, other=%1) : f32[2]
output "0"=%3, gradient "w"=%5, mutation "n"=%3
)");
}

const std::string kDecides = R"(graph joint
%0 = input parameter "w" : f32[2]
%1 = input buffer "unused" : f32[2]
%2 = input user "0" : b8[]
%3 = higher_order.cond(0=%2, 1=graph(joint/yes), 2=[%0]) unbound : f32[2]
%4 = higher_order.cond(0=%2, 1=graph(joint/yes), 2=graph(joint/no), 3=[%0]) unbound : f32[2]
output "0"=%4, saved "0"=%3
graph joint/no of %4
%0 = input user "0" : f32[2]
output "0"=%0
graph joint/yes of %3
%0 = input user "0" : f32[2]
%1 = higher_order.wrap(0=graph(joint/yes/inner), 1=%0) unbound : f32[2]
output "0"=%1
graph joint/yes/inner of %1
%0 = input user "0" : f32[2]
output "0"=%0
)";

TEST_CASE("sub-graphs have the part's name, and are of a node of it that uses them") {
  CHECK(part(kDecides, Part::kForward) == R"(graph forward
%0 = input parameter "w" : f32[2]
%1 = input user "0" : b8[]
%2 = higher_order.cond(0=%1, 1=graph(forward/yes), 2=graph(forward/no), 3=[%0]) unbound : f32[2]
output "0"=%2

graph forward/no of %2
%0 = input user "0" : f32[2]
output "0"=%0

graph forward/yes of %2
%0 = input user "0" : f32[2]
%1 = higher_order.wrap(0=graph(forward/yes/inner), 1=%0) unbound : f32[2]
output "0"=%1

graph forward/yes/inner of %1
%0 = input user "0" : f32[2]
output "0"=%0
)");
}

TEST_CASE("a sub-graph that only another part uses goes, with what is inside it") {
  std::string text = kDecides;
  const std::string results = "output \"0\"=%4, saved \"0\"=%3";
  text.replace(text.find(results), results.size(), "output \"0\"=%0, gradient \"w\"=%4");
  CHECK(part(text, Part::kForward) == R"(graph forward
%0 = input parameter "w" : f32[2]
output "0"=%0
)");
}

TEST_CASE("a graph whose gradients are all None has no joint part") {
  CHECK(part("graph joint\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0, gradient \"0\"=None\n",
             Part::kJoint) == "(none)");
  CHECK(part("graph backward\n%0 = input tangent \"0\" : f32[2]\noutput gradient \"0\"=%0\n",
             Part::kForward) == "(none)");
}

TEST_CASE("a draw that nothing uses stays in the forward part, as it moves the generator") {
  const std::string graph =
      "graph forward\n%0 = input user \"0\" : f32[2]\n"
      "%1 = aten.rand_like.default(self=%0) rng : f32[2]\noutput \"0\"=%0\n";
  CHECK(part(graph, Part::kForward) == graph);
}

}  // namespace assay
