// The forward and the joint part of a lowered graph.
#include "harness/comparison/lowered_part.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

std::string part(const std::string& text, Part which) {
  const auto found = part_of(parse_text(text).graphs.front(), which);
  if (!found) return "(none)";
  GraphFile file;
  file.graphs.push_back(*found);
  validate(file, "part");
  return print_text(file);
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
