// Invariants of the model: each with a graph that keeps it and a graph that breaks it.
#include <catch2/catch.hpp>

#include "harness/error/error.h"
#include "harness/graph/digest.h"
#include "harness/graph/graph.h"
#include "harness/graph/text.h"

namespace assay {
namespace {

std::string breach_of(const GraphFile& file) {
  try {
    validate(file, "model");
  } catch (const InputError& error) {
    return error.what();
  }
  return "valid";
}
std::string breach_in(const std::string& text) {
  try {
    parse_text(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "valid";
}

}  // namespace

TEST_CASE("two graphs of one file need two names") {
  CHECK(breach_in("graph a\ngraph b\n") == "valid");
  CHECK(breach_in("graph a\ngraph a\n") ==
        "text:2: graphs[1].name: two graphs have one name\n  expected: names that differ\n  found: \"a\"");
  CHECK(breach_in("graph \"\"\n") ==
        "text:1: graphs[0].name: graph has no name\n  expected: a name such as \"forward\"");
}

TEST_CASE("inputs of one role need names that differ, tied names included") {
  const std::string first = "graph g\n%0 = input parameter \"w\" also(\"v\") : f32[]\n";
  CHECK(breach_in(first + "%1 = input buffer \"w\" : f32[]\n") == "valid");
  CHECK(breach_in(first + "%1 = input parameter \"w\" : f32[]\n") ==
        "text:3: graphs[0].nodes[1].name: two inputs of role parameter have one name\n  expected: names that "
        "differ\n  found: \"w\"");
  CHECK(breach_in(first + "%1 = input parameter \"u\" also(\"v\") : f32[]\n") ==
        "text:3: graphs[0].nodes[1].also: two inputs of role parameter have one name\n  expected: names that "
        "differ\n  found: \"v\"");
  CHECK(breach_in("graph g\n%0 = input generator \"\" : None\n%1 = input generator \"\" : None\n") ==
        "valid");
}

TEST_CASE("there is at most one output node, at the end") {
  CHECK(breach_in("graph g\n%0 = f()\noutput\n") == "valid");
  CHECK(breach_in("graph g\noutput\n%1 = f()\n") ==
        "text:2: graphs[0].nodes[0]: an output node is not the last\n  expected: at most one output node, at "
        "the end");
}

TEST_CASE("results differ in role or name") {
  CHECK(breach_in("graph g\noutput \"w\"=1, gradient \"w\"=2, saved \"w\"=3") == "valid");
  CHECK(breach_in("graph g\noutput \"w\"=1, \"w\"=2") ==
        "text:2: graphs[0].nodes[0].args.w: result is given twice\n  expected: results that differ in role "
        "or name");
  CHECK(breach_in("graph g\noutput \"gradient:w\"=1, gradient \"w\"=2") ==
        "text:2: graphs[0].nodes[0].args[\"gradient:w\"]: result is given twice\n  expected: results that "
        "differ in role or name");
}

TEST_CASE("a sub-graph is named after its parent and used by the node it names") {
  const std::string parent = "graph g\n%0 = cond(f=[graph(g/a)])\n%1 = h()\n";
  CHECK(breach_in(parent + "graph g/a of %0\n") == "valid");
  CHECK(breach_in("graph g/a of %0\n" + parent) == "valid");
  CHECK(breach_in(parent) ==
        "text:2: graphs[0].nodes[0].args.f: reference to a sub-graph that does not exist\n"
        "  expected: a graph named \"g/NAME\" with \"of\"\n  found: \"g/a\"");
  CHECK(breach_in(parent + "graph g/a\n").find("does not exist") != std::string::npos);
  CHECK(breach_in(parent + "graph g/a of %1\n") ==
        "text:4: graphs[1].of: sub-graph is not used by the node it names\n"
        "  expected: a node of graph \"g\" with an argument {\"graph\": \"g/a\"}\n  found: %1");
  CHECK(breach_in(parent + "graph g/a of %0\ngraph x/b of %0\n") ==
        "text:5: graphs[2].name: sub-graph is not named after its parent\n"
        "  expected: PARENT/NAME where PARENT is a graph of this file\n  found: \"x/b\"");
  CHECK(breach_in("graph g of %0\n%0 = f(x=graph(g))\n").find("not named after its parent") !=
        std::string::npos);
}

TEST_CASE("a sub-graph may have sub-graphs, and several users") {
  CHECK(breach_in(R"(
    graph g
    %0 = invoke(f=graph(g/a))
    %1 = invoke(f=graph(g/a))
    graph g/a of %0
    %0 = cond(f=graph(g/a/b))
    graph g/a/b of %0
  )") == "valid");
}

TEST_CASE("a constant's digest belongs to its bytes, which are few") {
  const auto constant = [](std::string sha256, std::optional<std::string> data) {
    GraphFile file = parse_text("graph g\n%0 = input constant \"c\" : u8[]");
    file.graphs[0].nodes[0].constant = ConstantValue{std::move(sha256), std::move(data)};
    return breach_of(file);
  };
  CHECK(constant(sha256_hex("x"), "x") == "valid");
  CHECK(constant(sha256_hex("x"), std::nullopt) == "valid");
  CHECK(constant(sha256_hex("x"), "y").find("SHA-256 does not belong to the data") != std::string::npos);
  CHECK(constant("../../etc/passwd", std::nullopt).find("not a SHA-256") != std::string::npos);
  const std::string most(4096, 'x'), more(4097, 'x');
  CHECK(constant(sha256_hex(most), most) == "valid");
  CHECK(constant(sha256_hex(more), more).find("constant is too long") != std::string::npos);
  CHECK(
      breach_in("graph g\n%0 = input user \"0\" data(\"\") : f32[]").find("only an input of role constant") !=
      std::string::npos);
}

TEST_CASE("values made by a program are checked as those of a file are") {
  GraphFile file = parse_text("graph g\n%0 = f(x=1)");
  Value& value = file.graphs[0].nodes[0].args[0].value;
  value = Slice{};
  CHECK(breach_of(file) == "model: graphs[0].nodes[0].args.x: a slice has three parts\n  found: 0");
  value = BigInt{"7"};
  CHECK(breach_of(file) == "model: graphs[0].nodes[0].args.x: not an integer beyond 64 bits\n  found: \"7\"");
  value = Ref{0, {}};
  CHECK(breach_of(file).find("does not point backwards") != std::string::npos);
  value = Null{};
  for (int i = 0; i < 100; ++i) value = List{{Value(value)}};
  CHECK(breach_of(file) ==
        "model: graphs[0].nodes[0].args.x: value is nested too deeply\n  expected: at most 64 levels");
}

TEST_CASE("hyper-parameters are named constants") {
  CHECK(breach_in("graph g\n%0 = module:a() module A {\"x\": {\"y\": [1]}}") == "valid");
  CHECK(breach_in("graph g\n%0 = module:a() module A {1: 2}").find("hyper-parameters need names") !=
        std::string::npos);
  CHECK(breach_in("graph g\n%0 = module:a() module A {\"x\": 1, \"x\": 2}")
            .find("hyper-parameters need names") != std::string::npos);
  CHECK(breach_in("graph g\n%0 = f()\n%1 = module:a() module A {\"x\": [%0]}") ==
        "text:3: graphs[0].nodes[1].module.config.x: hyper-parameters and attributes are constants\n  "
        "expected: no "
        "reference and no sub-graph");
}

TEST_CASE("what mutates or is aliased is an argument of the node") {
  CHECK(
      breach_in(
          "graph g\n%0 = f(tensors=[], out=1) mutates(out) alias(0:\"tensors[2]\", 1:out) : (None, None)") ==
      "valid");
  CHECK(breach_in("graph g\n%0 = f(tensors=[]) mutates(tensor)").find("no such argument") !=
        std::string::npos);
  CHECK(breach_in("graph g\n%0 = f(tensor=[]) alias(0:tensors) : None").find("no such argument") !=
        std::string::npos);
  CHECK(breach_in("graph g\n%0 = f(x=1) alias(0:x, 0:x) : None").find("an output has two aliases") !=
        std::string::npos);
}

TEST_CASE("huge repetitive nodes are checked in reasonable time") {
  GraphFile file = parse_text("graph g\n%0 = f(x=1) mutates(x)");
  Node& node = file.graphs[0].nodes[0];
  for (int i = 0; i < 100'000; ++i) {
    node.args.push_back({Name("argument" + std::to_string(i)), Null{}, false});
    node.effects.mutates.push_back(node.args.back().name);
    node.outputs.push_back({Null{}});
    node.alias.push_back({{static_cast<std::uint32_t>(i)}, node.args.back().name});
  }
  CHECK(breach_of(file) == "valid");
  node.args.push_back(node.args[70'000]);
  CHECK(breach_of(file).find("argument is given twice") != std::string::npos);
}

}  // namespace assay
