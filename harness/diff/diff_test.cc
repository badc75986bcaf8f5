// diff: text graphs in, text diff out.
#include "harness/diff/diff.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"
#include "reports/diff_text/print_diff.h"

namespace assay {
namespace {

constexpr std::string_view kNet =
    "graph joint\n"
    "%0 = input parameter \"w\" : f32[4,4]\n"
    "%1 = input user \"0\" : f32[2,4]\n"
    "%2 = aten.t.default(self=%0) alias(0:self) : f32[4,4]{1,4} at(module=\"fc\", source=\"net.py:7\")\n"
    "%3 = aten.mm.default(self=%1, mat2=%2) : f32[2,4] at(module=\"fc\", source=\"net.py:7\")\n"
    "%4 = aten.relu.default(self=%3) : f32[2,4] at(module=\"act\")\n"
    "%5 = aten.add.Tensor(self=%4, other=%1, alpha=1) : f32[2,4]\n"
    "output \"0\"=%5\n";

std::string edited(std::string_view from, std::string_view to) {
  std::string text(kNet);
  std::size_t place = text.find(from);
  REQUIRE(place != std::string::npos);
  return text.replace(place, from.size(), to);
}

std::string diff_of(std::string_view left, std::string_view right, Level level = Level::kExact) {
  return print_diff(diff(parse_text(left), parse_text(right), Policy{level}), 10);
}
std::string diff_after(std::string_view from, std::string_view to) { return diff_of(kNet, edited(from, to)); }

TEST_CASE("equal graphs: a word and the counts") {
  CHECK(diff_of(kNet, kNet) ==
        "equal\n"
        "nodes: 7 matched, 0 missing, 0 extra, 0 changed\n"
        "edges: 7 matched, 0 missing, 0 extra, 0 changed\n");
}

TEST_CASE("an edited operator is one entry") {
  CHECK(diff_after("aten.relu.default", "aten.gelu.default") ==
        "nodes: 6 matched, 0 missing, 0 extra, 1 changed\n"
        "edges: 7 matched, 0 missing, 0 extra, 0 changed\n"
        "target  joint/%4  aten.relu.default  in act\n"
        "  expected  %4 = aten.relu.default(self=%3) : f32[2,4]\n"
        "  found     %4 = aten.gelu.default(self=%3) : f32[2,4]  [next: replay both; accept it if it is "
        "meant]\n");
}

TEST_CASE("an edited constant is one entry") {
  CHECK(diff_after("alpha=1", "alpha=2") ==
        "nodes: 6 matched, 0 missing, 0 extra, 1 changed\n"
        "edges: 7 matched, 0 missing, 0 extra, 0 changed\n"
        "constant  joint/%5 alpha  aten.add.Tensor\n"
        "  expected  alpha=1\n"
        "  found     alpha=2  [next: compare the arguments of the model; if they do not matter, --level "
        "structure]\n");
}

TEST_CASE("a constant in other memory is one entry") {
  const auto with = [](const std::string& memory) {
    return "graph f\n%0 = input constant \"c\" data(\"AQ==\")" + memory + " : u8[1]\noutput \"0\"=%0\n";
  };
  CHECK(diff_of(with(" memory_of(buffer \"kept\" 48)"), with("")) ==
        "nodes: 1 matched, 0 missing, 0 extra, 1 changed\n"
        "edges: 1 matched, 0 missing, 0 extra, 0 changed\n"
        "alias  f/%0 memory_of  input constant\n"
        "  expected  buffer kept 48\n"
        "  found     its own  [next: if layout and aliasing do not matter, --level shapes]\n");
}

TEST_CASE("an edited shape is one entry, whatever becomes of the strides") {
  CHECK(diff_after("mat2=%2) : f32[2,4]", "mat2=%2) : f32[2,8]") ==
        "nodes: 6 matched, 0 missing, 0 extra, 1 changed\n"
        "edges: 7 matched, 0 missing, 0 extra, 0 changed\n"
        "shape  joint/%3 output 0  aten.mm.default  in fc  at net.py:7\n"
        "  expected  f32[2,4]\n"
        "  found     f32[2,8]  [next: compare the inputs of the case; if sizes do not matter, --level "
        "structure]\n");
}

TEST_CASE("each part of an output has its kind") {
  auto [to, kind] = GENERATE(table<std::string, DiffKind>({{"f32[4,8]", DiffKind::kShape},
                                                           {"f16[4,4]{1,4}", DiffKind::kDType},
                                                           {"f32[4,4]", DiffKind::kStride},
                                                           {"f32[4,4]{1,4} cuda", DiffKind::kDevice}}));
  DiffResult result = diff(parse_text(kNet), parse_text(edited("f32[4,4]{1,4}", to)));
  REQUIRE(result.entries.size() == 1);
  CHECK(result.entries[0].kind == kind);
  CHECK(result.entries[0].right == to);
}

TEST_CASE("swapped arguments are one rewired node and two changed edges") {
  CHECK(diff_after("self=%4, other=%1", "self=%1, other=%4") ==
        "nodes: 6 matched, 0 missing, 0 extra, 1 changed\n"
        "edges: 5 matched, 0 missing, 0 extra, 2 changed\n"
        "rewired  joint/%5  aten.add.Tensor\n"
        "  expected  %5 = aten.add.Tensor(self=%4, other=%1, alpha=1) : f32[2,4]\n"
        "  found     %5 = aten.add.Tensor(self=%1, other=%4, alpha=1) : f32[2,4]  [next: compare the "
        "operands' order; if it is free, --policy commutative=true]\n");
}

TEST_CASE("an inserted operator is one cause, and its consumer follows") {
  CHECK(diff_of(kNet,
                "graph joint\n"
                "%0 = input parameter \"w\" : f32[4,4]\n"
                "%1 = input user \"0\" : f32[2,4]\n"
                "%2 = aten.t.default(self=%0) alias(0:self) : f32[4,4]{1,4}\n"
                "%3 = aten.mm.default(self=%1, mat2=%2) : f32[2,4]\n"
                "%4 = aten.relu.default(self=%3) : f32[2,4]\n"
                "%5 = aten.detach.default(self=%4) alias(0:self) : f32[2,4]\n"
                "%6 = aten.add.Tensor(self=%5, other=%1, alpha=1) : f32[2,4]\n"
                "output \"0\"=%6\n") ==
        "nodes: 6 matched, 0 missing, 1 extra, 1 changed\n"
        "edges: 6 matched, 0 missing, 1 extra, 1 changed\n"
        "extra  joint/%5  aten.detach.default  (explains 1 more)\n"
        "  expected  nothing\n"
        "  found     %5 = aten.detach.default(self=%4) alias(0:self) : f32[2,4]  [next: replay both; accept "
        "it if it "
        "is meant]\n");
}

/// A number stored into a tensor, by a copy of a constant and by a fill. `results` is the text of more
/// results.
std::string assigned_by_copy(const std::string& results = "") {
  return "graph f\n%0 = input user \"0\" : f32[]\n"
         "%1 = input constant \"c\" data(\"AAAAPw==\") : f32[]\n"
         "%2 = aten.lift_fresh_copy.default(self=%1) : f32[]\n"
         "%3 = aten.copy.default(self=%0, src=%2) : f32[]\n"
         "output \"0\"=%3" +
         results + "\n";
}
std::string assigned_by_fill(const std::string& results = "") {
  return "graph f\n%0 = input user \"0\" : f32[]\n"
         "%1 = aten.fill.Scalar(self=%0, value=0.5) : f32[]\n"
         "output \"0\"=%1" +
         results + "\n";
}

TEST_CASE("a constant that only a replaced operator reads came or went with it") {
  CHECK(
      diff_of(assigned_by_copy(), assigned_by_fill()) ==
      "nodes: 2 matched, 2 missing, 0 extra, 1 changed\n"
      "edges: 2 matched, 2 missing, 0 extra, 0 changed\n"
      "target  f/%3  aten.copy.default  (explains 2 more)\n"
      "  expected  %3 = aten.copy.default(self=%0, src=%2) : f32[]\n"
      "  found     %1 = aten.fill.Scalar(self=%0, value=0.5) : f32[]  [next: replay both; accept it if it is "
      "meant]\n");
  CHECK(diff_of(assigned_by_fill(), assigned_by_copy()).find("(explains 2 more)") != std::string::npos);
}

TEST_CASE("a constant that something else reads as well is a cause of its own") {
  const std::string text = diff_of(assigned_by_copy(", \"1\"=%2"), assigned_by_fill(", \"1\"=%0"));
  CHECK(text.find("missing  f/%1  input constant") != std::string::npos);
  CHECK(text.find("target  f/%3  aten.copy.default\n") != std::string::npos);
}

TEST_CASE("a parameter that only a replaced operator read is a cause of its own: callers know of it") {
  std::string with_parameter = assigned_by_copy();
  const std::string constant = "input constant \"c\" data(\"AAAAPw==\")";
  with_parameter.replace(with_parameter.find(constant), constant.size(), "input parameter \"w\"");
  CHECK(diff_of(with_parameter, assigned_by_fill()).find("missing  f/%1  input parameter") !=
        std::string::npos);
}

TEST_CASE("a missing result belongs to the output node") {
  CHECK(diff_of("graph f\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0, \"1\"=%0\n",
                "graph f\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n") ==
        "nodes: 1 matched, 0 missing, 0 extra, 1 changed\n"
        "edges: 1 matched, 1 missing, 0 extra, 0 changed\n"
        "missing  f/%1 1  output\n"
        "  expected  user \"1\"=%0\n"
        "  found     nothing  [next: replay both; accept it if it is meant]\n");
}

TEST_CASE("an input with another role is told as such") {
  CHECK(diff_after("input parameter", "input buffer") ==
        "nodes: 6 matched, 0 missing, 0 extra, 1 changed\n"
        "edges: 7 matched, 0 missing, 0 extra, 0 changed\n"
        "role  joint/%0 role  input parameter\n"
        "  expected  parameter\n"
        "  found     buffer  [next: if parameters were renamed, --policy parameter_names=ignore]\n");
}

TEST_CASE("a lost alias and a lost mutation are told as such") {
  CHECK(diff_after(" alias(0:self) ", " ") ==
        "nodes: 6 matched, 0 missing, 0 extra, 1 changed\n"
        "edges: 7 matched, 0 missing, 0 extra, 0 changed\n"
        "alias  joint/%2 alias  aten.t.default  in fc  at net.py:7\n"
        "  expected  0 of self\n"
        "  found     none  [next: if layout and aliasing do not matter, --level shapes]\n");
}

TEST_CASE("a missing graph is one entry, counted with all its nodes") {
  std::string backward = "graph backward\n%0 = input tangent \"0\" : f32[2]\noutput \"0\"=%0\n";
  CHECK(diff_of(std::string(kNet) + backward, kNet) ==
        "nodes: 7 matched, 2 missing, 0 extra, 0 changed\n"
        "edges: 7 matched, 1 missing, 0 extra, 0 changed\n"
        "missing  backward  graph\n"
        "  expected  graph backward: 2 nodes, 1 edges\n"
        "  found     nothing  [next: replay both; accept it if it is meant]\n");
}

TEST_CASE("a difference in a sub-graph is told there, not at its user") {
  auto nested = [](std::string_view op) {
    return "graph f\n%0 = input user \"0\" : f32[2]\n%1 = cond(yes=graph(\"f/a\"), x=%0) : f32[2]\noutput "
           "\"0\"=%1\n"
           "graph \"f/a\" of %1\n%0 = input user \"0\" : f32[2]\n%1 = aten." +
           std::string(op) + ".default(self=%0) : f32[2]\noutput \"0\"=%1\n";
  };
  CHECK(
      diff_of(nested("sin"), nested("cos")) ==
      "nodes: 5 matched, 0 missing, 0 extra, 1 changed\n"
      "edges: 4 matched, 0 missing, 0 extra, 0 changed\n"
      "target  f/a/%1  aten.sin.default\n"
      "  expected  %1 = aten.sin.default(self=%0) : f32[2]\n"
      "  found     %1 = aten.cos.default(self=%0) : f32[2]  [next: replay both; accept it if it is meant]\n");
}

TEST_CASE("more entries than asked for are counted") {
  DiffResult result =
      diff(parse_text(kNet), parse_text(edited("f32[2,4] at(module=\"act\")", "f32[2,8]{8,1} cuda")));
  REQUIRE(result.entries.size() == 1);
  CHECK(print_diff(result, 0) ==
        "nodes: 6 matched, 0 missing, 0 extra, 1 changed\n"
        "edges: 7 matched, 0 missing, 0 extra, 0 changed\n"
        "... and 1 more\n");
}

TEST_CASE("a batch size changed everywhere: every node is found, each with its shape") {
  std::string wide(kNet);
  for (std::size_t place; (place = wide.find("[2,4]")) != std::string::npos;) wide.replace(place, 5, "[9,4]");
  DiffResult result = diff(parse_text(kNet), parse_text(wide));
  CHECK(result.nodes == SetCount{3, 0, 0, 4});
  CHECK(result.edges == SetCount{7, 0, 0, 0});
  CHECK(diff(parse_text(kNet), parse_text(wide), Policy{Level::kStructure}).equal);
}

TEST_CASE("every pair says who made it") {
  auto matcher_after = [](std::string_view from, std::string_view to) {
    DiffResult result = diff(parse_text(kNet), parse_text(edited(from, to)));
    REQUIRE(result.entries.size() == 1);
    return to_string(result.entries[0].matcher);
  };
  CHECK(matcher_after("input parameter", "input buffer") == "anchor");
  CHECK(matcher_after("alpha=1", "alpha=2") == "hash");
  CHECK(matcher_after("self=%4, other=%1", "self=%1, other=%4") == "hash");
  CHECK(matcher_after("aten.relu.default", "aten.gelu.default") == "neighbour");
}

TEST_CASE("levels by name, and nothing else") {
  for (Level level : {Level::kStructure, Level::kShapes, Level::kExact})
    CHECK(level_from_string(to_string(level)) == level);
  CHECK_FALSE(level_from_string("Exact"));
}

}  // namespace
}  // namespace assay
