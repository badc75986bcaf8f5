// print_fx_module: text graphs in, Python lines out. fx_round_trip_test.py runs such modules against eager.
#include "reports/fx_module/fx_module.h"

#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/text.h"
#include "reports/fx_module/open_callables.h"
#include "reports/fx_module/python_literal.h"
#include "reports/fx_module/rebuild_text.h"

namespace assay {
namespace {

/// The text after the part common to all modules.
std::string made(std::string_view graphs) {
  const std::string text = print_fx_module(parse_text(graphs));
  const std::size_t common = text.find(rebuild_text());
  REQUIRE(common != std::string::npos);
  return text.substr(common + rebuild_text().size());
}

std::string refusal(std::string_view graphs) {
  try {
    print_fx_module(parse_text(graphs));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

std::string of_one_node(std::string_view node) {
  return "graph g\n%0 = input user \"0\" : f32[2]\n%1 = " + std::string(node) + " : f32[2]\noutput \"0\"=%1";
}

TEST_CASE("a graph is a function with a line for each node, names as literals beside identifiers") {
  CHECK(made(R"(
    graph joint
    %0 = input parameter "0.weight" also("1.weight") : f32[2,3]
    %1 = input user "0" : f32[s0,3]{3,1} cuda
    %2 = aten.mul.Tensor(self=%1, other=%0) : f32[2,3]
    %3 = aten.split.Tensor(self=%2, split_size=1, dim?=0) : (f32[1,3], f32[1,3]) at(module="fc")
    %4 = aten.cat.default(tensors=[%3.0, %3.1], dim=-1) : f32[1,6]
    output "0"=%4, gradient "0.weight"=None)") == R"(

def _graph_0(make: Maker) -> None:
    n0 = make.input("p_0_weight", value=("float32", [2, 3], [3, 1], "cpu"), role="parameter", name="0.weight", also=["1.weight"])
    n1 = make.input("input_0", value=("float32", ["s0", 3], [3, 1], "cuda"), role="user", name="0")
    n2 = make.op("aten.mul.Tensor", {"self": n1, "other": n0})
    n3 = make.op("aten.split.Tensor", {"self": n2, "split_size": 1}, {"dim": 0}, outputs=2, at={"module": "fc"})
    n4 = make.op("aten.cat.default", {"tensors": [make.part(n3, 0), make.part(n3, 1)], "dim": -1})
    make.results(("user", "0", n4), ("gradient", "0.weight", None))


_GRAPHS = {"joint": _graph_0}
_TOP_LEVEL = ["joint"]
)");
}

TEST_CASE("constants of all kinds are Python's") {
  const std::string text = made(of_one_node(
      R"(aten.f.default(a=[1, 2.5, nan, -inf], b=(True,), c={"k": None}, d=slice(0, None, 2), e=..., f=torch.float16, g=device(cuda:1), h=torch.strided, i=torch.channels_last, j=complex(0.0, 1.0)))"));
  CHECK(text.find(R"({"a": [1, 2.5, float("nan"), float("-inf")], "b": (True,), "c": {"k": None}, )"
                  R"("d": slice(0, None, 2), "e": ..., "f": torch.float16, "g": make.device("cuda:1"), )"
                  R"("h": torch.strided, "i": torch.channels_last, "j": complex(0.0, 1.0)})") !=
        std::string::npos);
}

TEST_CASE("a constant has its bytes in the module, or is read from the file with its digest") {
  const std::string digest(64, 'a');
  CHECK(made("graph g\n%0 = input constant \"c\" data(\"AACAPw==\") : f32[]\noutput \"0\"=%0")
            .find("\"AACAPw==\", role=\"constant\", name=\"c\")") != std::string::npos);
  CHECK(made("graph g\n%0 = input constant \"c\" sha256(" + digest + ") : f32[]\noutput \"0\"=%0")
            .find("make.constant(\"constant_c\", (\"float32\", [], [], \"cpu\"), \"" + digest +
                  "\", None, ") != std::string::npos);
}

TEST_CASE("targets of Python's level are calls, and sub-graphs are attributes, a condition gives one value") {
  const std::string text = made(R"(
    graph g
    %0 = input user "0" : f32[2]
    %1 = fn:torch.nn.functional.relu(input=%0, inplace?=False) : f32[2]
    %2 = method:add(input=%1, other=1, alpha?=1) : f32[2]
    %3 = higher_order.while_loop(0=graph(g/c), 1=graph(g/b), 2=(%2,), 3=()) unbound : f32[2]
    output "0"=%3
    graph g/c of %3
    %0 = input user "0" : f32[2]
    output "0"=%0
    graph g/b of %3
    %0 = input user "0" : f32[2]
    output "0"=%0)");
  CHECK(text.find(
            R"(make.call("torch.nn.functional.relu", [("input", n0, True), ("inplace", False, False)]))") !=
        std::string::npos);
  CHECK(text.find(R"(make.method("add", [("input", n1, True), ("other", 1, True), ("alpha", 1, False)]))") !=
        std::string::npos);
  CHECK(text.find(R"([("0", make.graph_of("g/c", one=True), True), ("1", make.graph_of("g/b"), True), )") !=
        std::string::npos);
  CHECK(text.find("_TOP_LEVEL = [\"g\"]\n") != std::string::npos);
}

TEST_CASE("a module is made from its class and hyper-parameters, its parameters are the module's own") {
  const std::string text = made(R"(
    graph g
    %0 = input parameter "fc.weight" : f32[3,2]
    %1 = input user "0" : f32[2]
    %2 = module:fc(input=%1, self.weight=%0) module torch.nn.modules.linear.Linear {"in_features": 2, "f": py(x)} : f32[3]
    output "0"=%2)");
  CHECK(text.find(
            R"(n0 = make.state("fc.weight", value=("float32", [3, 2], [2, 1], "cpu"), role="parameter", )") !=
        std::string::npos);
  CHECK(
      text.find(
          R"(make.module("fc", "torch.nn.modules.linear.Linear", {"in_features": 2}, {"weight": "fc.weight"}, )"
          R"([("input", n1, True)]))") != std::string::npos);
}

TEST_CASE("what the file does not hold is refused with the node") {
  CHECK(refusal(of_one_node("fn:mylib.fuse(0=%0)")) ==
        "g/%1 fn:mylib.fuse: no form in torch.fx: a function of the program itself, which a graph file does "
        "not hold\n"
        "  expected: an operator, function, method or module of PyTorch's with values that the file holds");
  CHECK(refusal(of_one_node("aten.f.default(x=opaque(Generator))"))
            .starts_with("g/%1 aten.f.default: no form in torch.fx: argument x: a value of which the file "
                         "holds the type "
                         "only: Generator\n"));
  CHECK(refusal(of_one_node("module:m(input=%0) module mylib.Net {}"))
            .starts_with("g/%1 module:m: no form in torch.fx: a module of the program itself"));
  CHECK(
      refusal(of_one_node("aten.view.default(self=%0, size=[sym(s0)])")).find("s0 is no size of an input") !=
      std::string::npos);
  CHECK(refusal("graph g\nsymbol s0\n%0 = input user \"0\" : f32[s0]\n"
                "%1 = aten.view.default(self=%0, size=[sym(s0)]) : f32[s0]") == "none");
}

TEST_CASE("a graph file cannot name what opens files, runs code or is hidden, their neighbours are open") {
  const auto function = [](const char* name) {
    return why_not_callable({TargetKind::kFunction, Name(name)});
  };
  const auto op = [](const char* name) { return why_not_callable({TargetKind::kOperator, Name(name)}); };
  const auto method = [](const char* name) { return why_not_callable({TargetKind::kMethod, Name(name)}); };
  for (const char* name :
       {"os.system", "eval", "__import__", "torch.load", "torch.hub.load", "operator.attrgetter",
        "torch.__class__.mro", "torch.relu(x) or exit", "torch..relu", ""})
    CHECK(function(name).has_value());
  for (const char* name : {"torch.relu", "torch._C._nn.linear", "operator.add", "math.sqrt", "getattr", "len",
                           "torch.linalg.norm", "torch.ops.aten.relu.default"})
    CHECK_FALSE(function(name).has_value());
  for (const char* name : {"aten.from_file.default", "aten.__class__.default", "aten.relu", "x.y.z.w",
                           "aten.re-lu.x", "higher_order.no_such"})
    CHECK(op(name).has_value());
  for (const char* name :
       {"aten.relu.default", "aten.__or__.Tensor", "mylib.scale.default", "higher_order.cond"})
    CHECK_FALSE(op(name).has_value());
  CHECK(method("__reduce__").has_value());
  CHECK(method("register_hook").has_value());
  CHECK_FALSE(method("relu").has_value());
  CHECK_FALSE(method("__eq__").has_value());
  CHECK(function("torch._dynamo.utils.numpy_method_wrapper.sum") ==
        "an object that Dynamo makes of a function of NumPy's");
}

TEST_CASE("hostile names are literals of ASCII, identifiers differ where names do") {
  const std::string text = made(
      "graph \"g\\\"\\n\\u202e\"\n%0 = input user \"a'b\\\"\\n\\\\\" : f32[2]\n%1 = input user \"a b\" : "
      "f32[2]\n"
      "%2 = input user \"a-b\" : f32[2]\noutput \"\xc3\xa9\"=%0");
  CHECK(text.find(R"(name="a'b\x22\x0a\x5c")") != std::string::npos);
  CHECK(text.find("make.input(\"input_a_b\", ") != std::string::npos);
  CHECK(text.find("make.input(\"input_a_b_1\", ") != std::string::npos);
  CHECK(text.find(R"(("user", "\xe9", n0))") != std::string::npos);
  CHECK(text.find(R"(_TOP_LEVEL = ["g\x22\x0a\u202e"])") != std::string::npos);
  CHECK(text.find_first_not_of(
            "\n !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmno"
            "pqrstuvwxyz{|}~") == std::string::npos);
}

TEST_CASE("floats read back and long names are cut") {
  CHECK(python_float(1.0) == "1.0");
  CHECK(python_float(1e-5) == "1e-05");
  CHECK(python_identifier("p_", std::string(5000, 'x')).size() < 100);
}

TEST_CASE("another constant, and another order of operands, is another module") {
  const std::string graph = of_one_node("aten.sub.Tensor(self=%0, other=1.0)");
  CHECK(made(graph) == made(graph));
  CHECK(made(graph) != made(of_one_node("aten.sub.Tensor(self=%0, other=2.0)")));
  CHECK(made(graph) != made(of_one_node("aten.sub.Tensor(self=1.0, other=%0)")));
}

}  // namespace
}  // namespace assay
