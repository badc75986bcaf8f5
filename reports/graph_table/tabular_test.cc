// print_tabular: graphs as tables.
#include "reports/graph_table/tabular.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {

TEST_CASE("a graph is shown as a table with aligned columns") {
  CHECK(print_tabular(parse_text(R"(
    graph forward
    %0 = input parameter "0.weight" : f32[32,16]
    %1 = input user "0" : f32[2,16]
    %2 = aten.linear.default(input=%1, weight=%0, bias?=None) : f32[2,32]
    %3 = aten.split.Tensor(self=%2, split_size=1) : (f32[1,32], f32[1,32])
    output "0"=%3.1, gradient "0.weight"=%0
  )")) == R"(graph forward
kind    id  target                args                          outputs
------  --  --------------------  ----------------------------  --------------------
input   %0  parameter "0.weight"                                f32[32,16]
input   %1  user "0"                                            f32[2,16]
op      %2  aten.linear.default   input=%1, weight=%0           f32[2,32]
op      %3  aten.split.Tensor     self=%2, split_size=1         f32[1,32], f32[1,32]
output  %4  output                0=%3.1, gradient:0.weight=%0
)");
}

TEST_CASE("one long cell does not widen every line, and columns count characters, not bytes") {
  const std::string table =
      print_tabular(parse_text("graph g\n%0 = f(x=\"" + std::string(500, 'x') + "\")\n%1 = \"é\"(x=1)\n"));
  CHECK(table.find("\nop    %1  é       x=1\n") != std::string::npos);
  CHECK(table.size() < 1200);
}

TEST_CASE("what a graph's names hold commands no terminal") {
  const std::string table = print_tabular(parse_text("graph g\n%0 = \"f\\u001b[31m\"(x=1)\n"));
  CHECK(table.find('\x1b') == std::string::npos);
  CHECK(table.find("f\\x1b[31m") != std::string::npos);
}

TEST_CASE("each graph has its own table") {
  CHECK(print_tabular(parse_text("graph a\ngraph b\n")) ==
        "graph a\nkind  id  target  args  outputs\n----  --  ------  ----  -------\n"
        "\ngraph b\nkind  id  target  args  outputs\n----  --  ------  ----  -------\n");
}

}  // namespace assay
