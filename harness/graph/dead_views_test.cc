// Dead views.
#include "harness/graph/dead_views.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

std::string kept(const std::string& text) {
  GraphFile file = parse_text(text);
  file.graphs[0] = without_dead_views(std::move(file.graphs[0]));
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

}  // namespace assay
