// Dead views.
#include "harness/graph/dead_views.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

std::string kept(const std::string& text) {
  const GraphFile file = without_dead_views(parse_text(text));
  validate(file, "kept");
  return print_text(file);
}

}  // namespace

TEST_CASE("a chain of views that nobody uses goes, and what stays is numbered anew") {
  CHECK(kept(R"(graph forward
%0 = input user "0" : f32[2,3]
%1 = aten.t.default(self=%0) alias(0:self) : f32[3,2]{1,3}
%2 = aten.select.int(self=%1, dim=0, index=0) alias(0:self) : f32[2]{3}
%3 = aten.relu.default(self=%0) : f32[2,3]
output "0"=%3
)") == R"(graph forward
%0 = input user "0" : f32[2,3]
%1 = aten.relu.default(self=%0) : f32[2,3]
output "0"=%1
)");
}

TEST_CASE("what a chain of dead views reads is not used, what a write or a result reads is") {
  const auto used_beside = [](const std::string& rest) {
    const std::string views =
        "graph forward\n%0 = input constant \"c\" : f32[2,3]\n"
        "%1 = aten.t.default(self=%0) alias(0:self) : f32[3,2]{1,3}\n"
        "%2 = aten.select.int(self=%1, dim=0, index=0) alias(0:self) : f32[2]{3}\n";
    return is_used(parse_text(views + rest).graphs.at(0), 0);
  };
  CHECK_FALSE(used_beside(""));
  CHECK(used_beside("output \"0\"=%2\n"));
  CHECK(used_beside("%3 = aten.zero_.default(self=%2) mutates(self) alias(0:self) : f32[2]{3}\n"));
}

TEST_CASE("a sub-graph is of the same node under its new number") {
  CHECK(kept(R"(graph joint
%0 = input user "0" : f32[2,3]
%1 = input user "1" : b8[]
%2 = aten.t.default(self=%0) alias(0:self) : f32[3,2]{1,3}
%3 = higher_order.cond(0=%1, 1=graph(joint/true), 2=[%0]) unbound : f32[2,3]
output "0"=%3
graph joint/true of %3
%0 = input user "0" : f32[2,3]
%1 = aten.t.default(self=%0) alias(0:self) : f32[3,2]{1,3}
%2 = aten.relu.default(self=%0) : f32[2,3]
output "0"=%2
)") == R"(graph joint
%0 = input user "0" : f32[2,3]
%1 = input user "1" : b8[]
%2 = higher_order.cond(0=%1, 1=graph(joint/true), 2=[%0]) unbound : f32[2,3]
output "0"=%2

graph joint/true of %2
%0 = input user "0" : f32[2,3]
%1 = aten.relu.default(self=%0) : f32[2,3]
output "0"=%1
)");
}

TEST_CASE("a view that a write goes through stays, as does dead code that computes") {
  const std::string text = R"(graph forward
%0 = input user "0" : f32[2,3]
%1 = aten.t.default(self=%0) alias(0:self) : f32[3,2]{1,3}
%2 = aten.add_.Tensor(self=%1, other=1) mutates(self) alias(0:self) : f32[3,2]{1,3}
%3 = aten.relu.default(self=%0) : f32[2,3]
output "0"=%0
)";
  CHECK(kept(text) == text);
}

TEST_CASE("a list of views goes, an operator that gives views and computes stays") {
  const auto with = [](const std::string& outputs) {
    return "graph forward\n%0 = input user \"0\" : f32[2,3]\n%1 = lib.parts.default(self=%0) " + outputs +
           "\noutput \"0\"=%0\n";
  };
  CHECK(kept(with("alias(0:self, 1:self) : (f32[1,3], f32[1,3])")).find("lib.parts") ==
        std::string::npos);
  const std::string computes = with("alias(0.0:self, 0.1:self) : ([f32[1,3], f32[1,3]], f32[2])");
  CHECK(kept(computes) == computes);
}

}  // namespace assay
