// equal: each rule of identity beside a defect just outside it.
#include <catch2/catch.hpp>

#include "harness/diff/diff.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

bool same(std::string_view left, std::string_view right, Level level = Level::kExact) {
  GraphFile a = parse_text(left, "left"), b = parse_text(right, "right");
  bool answer = equal(a, b, Policy{level});
  REQUIRE(equal(b, a, Policy{level}) == answer);
  DiffResult explained = diff(a, b, Policy{level});
  REQUIRE(explained.equal == answer);
  REQUIRE(explained.entries.empty() == answer);
  return answer;
}

/// A graph with the user inputs %0 and %1, then `body`.
std::string two_inputs(std::string_view body) {
  return "graph forward\n"
         "%0 = input user \"0\" : f32[2]\n"
         "%1 = input user \"1\" : f32[2]\n" +
         std::string(body);
}

bool same_body(std::string_view left, std::string_view right, Level level = Level::kExact) {
  return same(two_inputs(left), two_inputs(right), level);
}

TEST_CASE("renumbered nodes in another valid order are the same graph") {
  CHECK(
      same_body("%2 = aten.relu.default(self=%0) : f32[2]\n"
                "%3 = aten.neg.default(self=%1) : f32[2]\n"
                "output \"0\"=%2, \"1\"=%3\n",
                "%2 = aten.neg.default(self=%1) : f32[2]\n"
                "%3 = aten.relu.default(self=%0) : f32[2]\n"
                "output \"0\"=%3, \"1\"=%2\n"));
}

TEST_CASE("swapped outputs differ") {
  CHECK_FALSE(
      same_body("%2 = aten.relu.default(self=%0) : f32[2]\n"
                "%3 = aten.neg.default(self=%1) : f32[2]\n"
                "output \"0\"=%2, \"1\"=%3\n",
                "%2 = aten.relu.default(self=%0) : f32[2]\n"
                "%3 = aten.neg.default(self=%1) : f32[2]\n"
                "output \"0\"=%3, \"1\"=%2\n"));
}

TEST_CASE("results go by role and name, not by their place in the list") {
  CHECK(same_body("output \"0\"=%0, mutation \"b\"=%1\n", "output mutation \"b\"=%1, \"0\"=%0\n"));
  CHECK_FALSE(same_body("output \"0\"=%0, mutation \"b\"=%1\n", "output \"0\"=%0, gradient \"b\"=%1\n"));
  CHECK_FALSE(same_body("output \"0\"=%0, mutation \"b\"=%1\n", "output \"0\"=%0, replacement \"b\"=%1\n"));
  CHECK_FALSE(same_body("output \"0\"=%0, \"1\"=%1\n", "output \"0\"=%0\n"));
}

TEST_CASE("parallel edges count: x + x is not x + y") {
  CHECK(same_body("%2 = aten.add.Tensor(self=%0, other=%0) : f32[2]\noutput \"0\"=%2\n",
                  "%2 = aten.add.Tensor(self=%0, other=%0) : f32[2]\noutput \"0\"=%2\n"));
  CHECK_FALSE(same_body("%2 = aten.add.Tensor(self=%0, other=%0) : f32[2]\noutput \"0\"=%2\n",
                        "%2 = aten.add.Tensor(self=%0, other=%1) : f32[2]\noutput \"0\"=%2\n"));
}

TEST_CASE("f(a, b, a) is not f(b, b, a)") {
  CHECK_FALSE(same_body("%2 = aten.where.self(condition=%0, self=%1, other=%0) : f32[2]\noutput \"0\"=%2\n",
                        "%2 = aten.where.self(condition=%1, self=%1, other=%0) : f32[2]\noutput \"0\"=%2\n"));
}

TEST_CASE("sub(a, b) is not sub(b, a), and add(a, b) is not add(b, a)") {
  for (std::string op : {"sub", "add"})
    CHECK_FALSE(same_body("%2 = aten." + op + ".Tensor(self=%0, other=%1) : f32[2]\noutput \"0\"=%2\n",
                          "%2 = aten." + op + ".Tensor(self=%1, other=%0) : f32[2]\noutput \"0\"=%2\n"));
}

TEST_CASE("one value used twice is not two equal values") {
  CHECK_FALSE(
      same_body("%2 = aten.relu.default(self=%0) : f32[2]\n"
                "%3 = aten.relu.default(self=%0) : f32[2]\n"
                "%4 = aten.add.Tensor(self=%2, other=%2) : f32[2]\noutput \"0\"=%4\n",
                "%2 = aten.relu.default(self=%0) : f32[2]\n"
                "%3 = aten.relu.default(self=%0) : f32[2]\n"
                "%4 = aten.add.Tensor(self=%2, other=%3) : f32[2]\noutput \"0\"=%4\n"));
}

TEST_CASE("the outputs of one operator are told apart") {
  std::string_view swapped =
      "%2 = aten.aminmax.default(self=%0) : (f32[], f32[])\noutput \"0\"=%2.1, \"1\"=%2\n";
  CHECK(same_body(swapped, swapped));
  CHECK_FALSE(same_body(
      swapped, "%2 = aten.aminmax.default(self=%0) : (f32[], f32[])\noutput \"0\"=%2, \"1\"=%2.1\n"));
}

TEST_CASE("elements of a nested output are told apart") {
  std::string_view straight =
      "%2 = aten.split.Tensor(self=%0, split_size=1) : [f32[1], f32[1]]\noutput \"0\"=%2.0.0, \"1\"=%2.0.1\n";
  CHECK(same_body(straight, straight));
  CHECK_FALSE(same_body(straight,
                        "%2 = aten.split.Tensor(self=%0, split_size=1) : [f32[1], f32[1]]\n"
                        "output \"0\"=%2.0.1, \"1\"=%2.0.0\n"));
}

TEST_CASE("the number and nesting of outputs is structure") {
  CHECK_FALSE(same_body("%2 = aten.f.default(self=%0) : (f32[2], f32[2])\noutput \"0\"=%2\n",
                        "%2 = aten.f.default(self=%0) : f32[2]\noutput \"0\"=%2\n", Level::kStructure));
  CHECK_FALSE(same_body("%2 = aten.f.default(self=%0) : (f32[2], f32[2])\noutput \"0\"=%2\n",
                        "%2 = aten.f.default(self=%0) : (f32[2], None)\noutput \"0\"=%2\n",
                        Level::kStructure));
}

TEST_CASE("references inside lists are slots of their own") {
  CHECK_FALSE(same_body("%2 = aten.cat.default(tensors=[%0, %1]) : f32[4]\noutput \"0\"=%2\n",
                        "%2 = aten.cat.default(tensors=[%1, %0]) : f32[4]\noutput \"0\"=%2\n",
                        Level::kStructure));
  CHECK_FALSE(same_body("%2 = aten.cat.default(tensors=[%0, %1]) : f32[4]\noutput \"0\"=%2\n",
                        "%2 = aten.cat.default(tensors=[%0]) : f32[4]\noutput \"0\"=%2\n",
                        Level::kStructure));
}

// ---- inputs and constants

TEST_CASE("inputs are known by role and name, wherever they stand") {
  std::string_view body = "%2 = aten.sub.Tensor(self=%0, other=%1) : f32[2]\noutput \"0\"=%2\n";
  std::string left =
      "graph f\n%0 = input parameter \"w\" : f32[2]\n%1 = input user \"0\" : f32[2]\n" + std::string(body);
  CHECK(same(left,
             "graph f\n%0 = input user \"0\" : f32[2]\n%1 = input parameter \"w\" : f32[2]\n"
             "%2 = aten.sub.Tensor(self=%1, other=%0) : f32[2]\noutput \"0\"=%2\n"));
  CHECK_FALSE(same(left, "graph f\n%0 = input buffer \"w\" : f32[2]\n%1 = input user \"0\" : f32[2]\n" +
                             std::string(body)));
  CHECK_FALSE(same(left, "graph f\n%0 = input parameter \"v\" : f32[2]\n%1 = input user \"0\" : f32[2]\n" +
                             std::string(body)));
}

TEST_CASE("an unused input is part of the graph") {
  std::string used = "graph f\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n";
  CHECK_FALSE(same(
      used, "graph f\n%0 = input user \"0\" : f32[2]\n%1 = input user \"1\" : f32[2]\noutput \"0\"=%0\n"));
}

TEST_CASE("the further names of a tied weight are identity, their order is not") {
  auto tied = [](std::string_view also) {
    return "graph f\n%0 = input parameter \"a\" " + std::string(also) + " : f32[2]\noutput \"0\"=%0\n";
  };
  CHECK(same(tied("also(\"b\", \"c\")"), tied("also(\"c\", \"b\")")));
  CHECK_FALSE(same(tied("also(\"b\", \"c\")"), tied("also(\"b\")")));
  CHECK_FALSE(same(tied("also(\"b\")"), tied("")));
}

TEST_CASE("a tied weight is not two weights") {
  CHECK_FALSE(
      same("graph f\n%0 = input parameter \"a\" : f32[2]\n%1 = input parameter \"b\" : f32[2]\n"
           "%2 = aten.mm.default(self=%0, mat2=%0) : f32[2]\noutput \"0\"=%2\n",
           "graph f\n%0 = input parameter \"a\" : f32[2]\n%1 = input parameter \"b\" : f32[2]\n"
           "%2 = aten.mm.default(self=%0, mat2=%1) : f32[2]\noutput \"0\"=%2\n"));
}

TEST_CASE("a constant is known by its bytes, not by its generated name") {
  auto constant = [](std::string_view name, std::string_view data) {
    return "graph f\n%0 = input constant \"" + std::string(name) + "\" data(\"" + std::string(data) +
           "\") : u8[1]\noutput \"0\"=%0\n";
  };
  CHECK(same(constant("_tensor_constant0", "AQ=="), constant("lifted_7", "AQ==")));
  CHECK_FALSE(same(constant("c", "AQ=="), constant("c", "Ag==")));
  CHECK(same(constant("c", "AQ=="), constant("c", "Ag=="), Level::kStructure));
}

TEST_CASE("a constant in the memory of another is not one of its own, nor one elsewhere in it") {
  auto constant = [](std::string_view memory) {
    return "graph f\n%0 = input constant \"c\" data(\"AQ==\")" + std::string(memory) +
           " : u8[1]\noutput \"0\"=%0\n";
  };
  const std::string part = constant(" memory_of(buffer \"kept\" 4)");
  CHECK(same(part, part));
  CHECK_FALSE(same(part, constant("")));
  CHECK_FALSE(same(part, constant(" memory_of(buffer \"kept\" 8)")));
  CHECK_FALSE(same(part, constant(" memory_of(buffer \"other\" 4)")));
  CHECK_FALSE(same(part, constant(" memory_of(constant \"kept\" 4)")));
  CHECK_FALSE(same(part, constant(" memory_of(buffer \"kept\" 4 detached)")));
  CHECK(same(part, constant(""), Level::kShapes));
  CHECK(same(constant(" memory_of(constant \"a\" 4)"), constant(" memory_of(constant \"b\" 4)")));
}

TEST_CASE("a shared constant is not a duplicated one") {
  CHECK_FALSE(
      same("graph f\n%0 = input constant \"a\" data(\"AQ==\") : u8[1]\n"
           "%1 = input constant \"b\" data(\"AQ==\") : u8[1]\n"
           "%2 = aten.add.Tensor(self=%0, other=%0) : u8[1]\noutput \"0\"=%2\n",
           "graph f\n%0 = input constant \"a\" data(\"AQ==\") : u8[1]\n"
           "%1 = input constant \"b\" data(\"AQ==\") : u8[1]\n"
           "%2 = aten.add.Tensor(self=%0, other=%1) : u8[1]\noutput \"0\"=%2\n"));
}

// ---- values

std::string with_value(std::string_view value) {
  return two_inputs("%2 = aten.f.default(self=%0, value=" + std::string(value) +
                    ") : f32[2]\noutput \"0\"=%2\n");
}

TEST_CASE("values are equal by type and bits") {
  CHECK(same(with_value("nan"), with_value("nan")));
  CHECK(same(with_value("-0.0"), with_value("-0.0")));
  CHECK(same(with_value("{\"a\": [1, (2, 3)]}"), with_value("{\"a\": [1, (2, 3)]}")));
}

TEST_CASE("values that only look alike differ") {
  auto [left, right] = GENERATE(table<std::string, std::string>({{"1", "True"},
                                                                 {"1", "1.0"},
                                                                 {"True", "1.0"},
                                                                 {"0", "False"},
                                                                 {"-0.0", "0.0"},
                                                                 {"nan", "inf"},
                                                                 {"[1, 2]", "(1, 2)"},
                                                                 {"[1, 2]", "[2, 1]"},
                                                                 {"\"1\"", "1"},
                                                                 {"None", "0"},
                                                                 {"torch.float32", "torch.float64"},
                                                                 {"[1]", "[1, 1]"},
                                                                 {"{\"a\": 1}", "{\"b\": 1}"}}));
  CAPTURE(left, right);
  CHECK_FALSE(same(with_value(left), with_value(right)));
  CHECK(same(with_value(left), with_value(right), Level::kStructure));
}

TEST_CASE("an argument at its default is no difference to one that is lacking") {
  std::string_view lacking = "%2 = aten.add.Tensor(self=%0, other=%1) : f32[2]\noutput \"0\"=%2\n";
  CHECK(same_body("%2 = aten.add.Tensor(self=%0, other=%1, alpha?=1) : f32[2]\noutput \"0\"=%2\n", lacking));
  CHECK(same_body("%2 = aten.add.Tensor(self=%0, other=%1, alpha?=1) : f32[2]\noutput \"0\"=%2\n",
                  "%2 = aten.add.Tensor(self=%0, other=%1, alpha=1) : f32[2]\noutput \"0\"=%2\n"));
}

TEST_CASE("an argument that was given is a difference to one that is lacking, a default to another value") {
  std::string_view lacking = "%2 = aten.add.Tensor(self=%0, other=%1) : f32[2]\noutput \"0\"=%2\n";
  CHECK_FALSE(
      same_body("%2 = aten.add.Tensor(self=%0, other=%1, alpha=2) : f32[2]\noutput \"0\"=%2\n", lacking));
  CHECK_FALSE(same_body("%2 = aten.add.Tensor(self=%0, other=%1, alpha?=1) : f32[2]\noutput \"0\"=%2\n",
                        "%2 = aten.add.Tensor(self=%0, other=%1, alpha=2) : f32[2]\noutput \"0\"=%2\n"));
}

TEST_CASE("an argument renamed at its place is a difference") {
  CHECK_FALSE(same_body("%2 = aten.g.default(grad=%0) : f32[2]\noutput \"0\"=%2\n",
                        "%2 = aten.g.default(grad_output=%0) : f32[2]\noutput \"0\"=%2\n",
                        Level::kStructure));
}

TEST_CASE("a module is its class and its configuration") {
  auto call = [](std::string_view module) {
    return two_inputs("%2 = module:act(0=%0) module " + std::string(module) + " : f32[2]\noutput \"0\"=%2\n");
  };
  CHECK(same(call("torch.nn.SiLU {\"inplace\": False}"), call("torch.nn.SiLU {\"inplace\": False}")));
  CHECK_FALSE(same(call("torch.nn.SiLU {\"inplace\": False}"), call("torch.nn.ReLU {\"inplace\": False}"),
                   Level::kStructure));
  CHECK_FALSE(same(call("torch.nn.SiLU {\"inplace\": False}"), call("torch.nn.SiLU {\"inplace\": True}")));
}

// ---- levels

TEST_CASE("each level looks at what it says") {
  auto shown = [](std::string_view output, Level level) {
    return same_body("%2 = aten.f.default(self=%0) : f32[2,3]\noutput \"0\"=%2\n",
                     "%2 = aten.f.default(self=%0) : " + std::string(output) + "\noutput \"0\"=%2\n", level);
  };
  auto [output, least] = GENERATE(table<std::string, Level>({{"f32[2,4]", Level::kShapes},
                                                             {"f64[2,3]", Level::kShapes},
                                                             {"f32[2,3]{1,2}", Level::kExact},
                                                             {"f32[2,3] cuda", Level::kExact},
                                                             {"f32[2,s0]", Level::kShapes},
                                                             {"int(s0)", Level::kStructure}}));
  CAPTURE(output);
  for (Level level : {Level::kStructure, Level::kShapes, Level::kExact})
    CHECK(shown(output, level) == (level < least));
}

TEST_CASE("aliasing and mutation are looked at by exact only") {
  std::string_view pure = "%2 = aten.f.default(self=%0) : f32[2]\noutput \"0\"=%2\n";
  for (std::string_view effect : {"mutates(self)", "alias(0:self)"}) {
    std::string other =
        "%2 = aten.f.default(self=%0) " + std::string(effect) + " : f32[2]\noutput \"0\"=%2\n";
    CHECK_FALSE(same_body(pure, other));
    CHECK(same_body(pure, other, Level::kShapes));
  }
}

TEST_CASE("guards and ranges of symbols are looked at by exact, hints by none") {
  auto assuming = [](std::string_view lines) {
    return "graph f\n" + std::string(lines) + "%0 = input user \"0\" : f32[s0]\noutput \"0\"=%0\n";
  };
  CHECK(same(assuming("symbol s0 hint=4 lower=2\n"), assuming("symbol s0 hint=8 lower=2\n")));
  CHECK_FALSE(same(assuming("symbol s0 lower=2\n"), assuming("symbol s0 lower=3\n")));
  CHECK_FALSE(same(assuming("symbol s0\nguard Ne(s0, 1)\n"), assuming("symbol s0\n")));
  CHECK(same(assuming("symbol s0\nguard Ne(s0, 1)\n"), assuming("symbol s0\n"), Level::kShapes));
}

TEST_CASE("headers, modules and source lines are never looked at") {
  CHECK(
      same("case \"a/b\"\ntorch \"2.11.0\"\ngraph f\n%0 = input user \"0\" : f32[2]\n"
           "%1 = aten.relu.default(self=%0) : f32[2] at(module=\"x\", source=\"a.py:1\")\noutput \"0\"=%1\n",
           "graph f\n%0 = input user \"0\" : f32[2]\n%1 = aten.relu.default(self=%0) : f32[2]\noutput "
           "\"0\"=%1\n"));
}

// ---- graphs and sub-graphs

TEST_CASE("graphs go by name") {
  std::string f = "graph forward\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n";
  std::string b = "graph backward\n%0 = input tangent \"0\" : f32[2]\noutput \"0\"=%0\n";
  CHECK(same(f + b, b + f));
  CHECK_FALSE(same(f + b, f));
  CHECK_FALSE(same(f, "graph joint\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n"));
}

std::string with_branches(std::string_view yes_name, std::string_view yes, std::string_view no_name,
                          std::string_view no) {
  auto branch = [](std::string_view name, std::string_view op) {
    return "graph \"forward/" + std::string(name) + "\" of %1\n%0 = input user \"0\" : f32[2]\n%1 = aten." +
           std::string(op) + ".default(self=%0) : f32[2]\noutput \"0\"=%1\n";
  };
  return "graph forward\n%0 = input user \"0\" : f32[2]\n"
         "%1 = cond(pred=%0, yes=graph(\"forward/" +
         std::string(yes_name) + "\"), no=graph(\"forward/" + std::string(no_name) +
         "\")) : f32[2]\noutput \"0\"=%1\n" + branch(yes_name, yes) + branch(no_name, no);
}

TEST_CASE("sub-graphs are known by what they compute and where they are used, not by name") {
  CHECK(same(with_branches("true_0", "sin", "false_0", "cos"), with_branches("a", "sin", "b", "cos")));
  CHECK(same(with_branches("x", "sin", "y", "cos"), with_branches("y", "sin", "x", "cos")));
}

TEST_CASE("swapped or changed sub-graphs differ") {
  CHECK_FALSE(same(with_branches("x", "sin", "y", "cos"), with_branches("x", "cos", "y", "sin")));
  CHECK_FALSE(same(with_branches("x", "sin", "y", "cos"), with_branches("x", "sin", "y", "sin")));
  CHECK_FALSE(
      same(with_branches("x", "sin", "y", "cos"), with_branches("x", "sin", "y", "tan"), Level::kStructure));
}

TEST_CASE("empty graphs are equal, and not equal to a graph of one input") {
  CHECK(same("graph f\n", "graph f\n"));
  CHECK_FALSE(same("graph f\n", "graph f\n%0 = input user \"0\" : f32[2]\n"));
}

}  // namespace
}  // namespace assay
