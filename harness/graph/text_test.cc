// The text form: short for common things, complete for the others.
#include "harness/graph/text.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/graph/json.h"

namespace assay {

TEST_CASE("a graph prints as it was written") {
  const std::string text = R"(case seed/conv_bn_silu
method aot_joint
torch 2.15.0+cu130

graph joint
symbol s0 hint=4 lower=2 upper=64
guard Eq(Mod(s0, 4), 0)
%0 = input parameter "0.weight" also("1.weight") : f32[32,16,3,3]
%1 = input user "0" : f32[s0,16,8,8]
%2 = aten.convolution.default(input=%1, weight=%0, bias?=None, stride=[1, 1]) : f32[s0,32,6,6]{1152,36,6,1}
%3 = aten.add_.Tensor(self=%2, other=1.0) mutates(self) alias(0:self) : f32[2]{2} cuda:1
%4 = aten.split.Tensor(self=%3, split_size=1) : (f32[1], f32[1])
%5 = fn:torch.utils.checkpoint(0=%4.1) unbound rng state : [f32[1], int(2*s0)]
%6 = module:act(input=%5.0.0, "odd name"="x") module torch.nn.SiLU {"inplace": False} : None at(module="act", stage="forward")
%7 = aten.relu_.default(self=%6) mutates(self)
output "0"=%4.1, gradient "0.weight"=%6, mutation "1.running_mean"=None, replacement "kept"=%6, saved "3"=%5.0.1
)";
  std::string canonical = text;
  canonical.erase(canonical.find("{1152,36,6,1}"), 13);  // contiguous strides are left out
  canonical.erase(canonical.find("{2} cuda:1"), 0);
  CHECK(print_text(read_graph_file(write_graph_file(parse_text(text)), "x")) == canonical);
}

TEST_CASE("indentation, comments and empty lines are of no meaning") {
  CHECK(print_text(parse_text(
            "\n  # why\n\tgraph g\r\n\n    %0=input user \"0\":f32[ 2 , 3 ]\n  output  \"0\" = %0  ")) ==
        "graph g\n%0 = input user \"0\" : f32[2,3]\noutput \"0\"=%0\n");
}

TEST_CASE("JSON's spelling of constants is understood, Python's is printed") {
  const Graph graph = parse_text("graph g\n%0 = f(a=null, b=true, c=false)").graphs.at(0);
  CHECK(print_node(graph, 0) == "%0 = f(a=None, b=True, c=False)");
}

TEST_CASE("contiguous strides and the CPU are left out, others are shown") {
  const auto shown = [](const std::string& output) {
    return print_output(parse_text("graph g\n%0 = f() : " + output).graphs.at(0).nodes.at(0).outputs.at(0));
  };
  CHECK(shown("f32[2,3]{3,1} cpu") == "f32[2,3]");
  CHECK(shown("f32[2,3]{1,2} cuda") == "f32[2,3]{1,2} cuda");
  CHECK(shown("f32[2,3]{?}") == "f32[2,3]{?}");
  CHECK(shown("f32[]") == "f32[]");
  CHECK(shown("f32[s0,s1]") == "f32[s0,s1]");
  CHECK(shown("f32[s0,s1]{1,s0}") == "f32[s0,s1]{1,s0}");
  CHECK(shown("f32[Min(s0, 4),1]") == "f32[Min(s0, 4),1]");
  CHECK(shown("f32[2] cuda:0") == "f32[2] cuda");
  CHECK(shown("f32[2]{?} cuda layout(jagged)") == "f32[2]{?} cuda layout(jagged)");
}

TEST_CASE("a layout without strides is not a contiguous tensor") {
  const auto output = [](const char* text) {
    return parse_text(text).graphs.at(0).nodes.at(0).outputs.at(0);
  };
  CHECK_FALSE(output("graph g\n%0 = f() : f32[2]{?}") == output("graph g\n%0 = f() : f32[2]"));
  CHECK(output("graph g\n%0 = f() : f32[2]{1}") == output("graph g\n%0 = f() : f32[2]"));
}

TEST_CASE("small constants carry their bytes, the digest follows from them") {
  const Node node =
      parse_text("graph g\n%0 = input constant \"c\" data(\"AACAPw==\") : f32[]").graphs.at(0).nodes.at(0);
  REQUIRE(node.constant);
  CHECK(node.constant->data == std::string("\0\0\x80\x3f", 4));
  CHECK(node.constant->sha256 == sha256_hex(*node.constant->data));
}

TEST_CASE("a constant says in whose memory it lies, and where") {
  for (const char* memory :
       {"buffer \"a kept one\" 48", "parameter \"w\" 0", "constant \"c\" -16 detached"}) {
    CAPTURE(memory);
    const std::string text = "graph g\n%0 = input constant \"d\" data(\"AACAPw==\") memory_of(" +
                             std::string(memory) + ") : f32[]\n";
    CHECK(print_text(parse_text(text)) == text);
  }
}

TEST_CASE("names that are no bare words are quoted") {
  const std::string text =
      "graph \"a b\"\n"
      "%0 = \"input\"(\"x=y\"=1, \"\"=2, \"t\\\"\"=py(\"<lambda> at 3\"))\n"
      "%1 = fn:<lambda>(self=%0.0) alias(0:\"self[1]\") : f32[]\n";
  CHECK_THROWS_WITH(parse_text(text), Catch::Contains("one of 0 outputs of %0"));
  const std::string good =
      "graph \"a b\"\n%0 = \"input\"(\"x=y\"=1, \"\"=2, \"t\\\"\"=py(\"<lambda> at 3\")) : f32[]\n"
      "%1 = fn:<lambda>(self=%0) alias(0:\"self[1]\") : f32[]\n";
  CHECK(print_text(parse_text(good)) == good);
}

TEST_CASE("a node is quoted without where it came from, a file with it") {
  const GraphFile file = parse_text("graph g\n%0 = f() at(source=\"model.py:3\")");
  CHECK(print_node(file.graphs.at(0), 0) == "%0 = f()");
  CHECK(print_text(file) == "graph g\n%0 = f() at(source=\"model.py:3\")\n");
}

TEST_CASE("escapes in strings are JSON's") {
  const Graph graph = parse_text(R"(graph g
    %0 = f(x="\u00e9\ud83d\ude00\t\/"))")
                          .graphs.at(0);
  CHECK(std::get<std::string>(graph.nodes.at(0).args.at(0).value.data) == "\u00e9\U0001F600\t/");
  CHECK(print_value(graph.nodes.at(0).args.at(0).value) == "\"\u00e9\U0001F600\\t/\"");
}

TEST_CASE("numbers keep their type") {
  const Graph graph =
      parse_text("graph g\n%0 = f(a=1, b=1.0, c=1e0, d=-0.0, e=-5, f=9223372036854775808, g=-inf)")
          .graphs.at(0);
  CHECK(print_node(graph, 0) == "%0 = f(a=1, b=1.0, c=1.0, d=-0.0, e=-5, f=9223372036854775808, g=-inf)");
  CHECK(std::holds_alternative<BigInt>(graph.nodes.at(0).args.at(5).value.data));
}

TEST_CASE("nodes and edges are counted over all graphs, parallel edges each") {
  const GraphSize size = size_of(parse_text(R"(
    graph g
    %0 = input user "0" : f32[]
    %1 = aten.mul.Tensor(self=%0, other=%0) : f32[]
    output "0"=[%1, %0]
    graph h
    %0 = f())"));
  CHECK(size.nodes == 4);
  CHECK(size.edges == 4);
}

}  // namespace assay
