// The oracle: files it calls the same, and near misses it calls different.
#include "harness/testing/defects/isomorphism.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"
#include "harness/testing/defects/harmless.h"

namespace assay::defects {
namespace {

Sameness compare(std::string_view left, std::string_view right) {
  std::string head = "graph f\n%0 = input user \"0\" : f32[2]\n%1 = input user \"1\" : f32[2]\n";
  return compare_independently(parse_text(head + std::string(left)), parse_text(head + std::string(right)));
}

constexpr std::string_view kProduct = "%2 = aten.mul.Tensor(self=%0, other=%1) : f32[2]\noutput \"0\"=%2\n";

TEST_CASE("swapped arguments are another program, except where both are the same") {
  CHECK(compare(kProduct, kProduct) == Sameness::kSame);
  CHECK(compare(kProduct, "%2 = aten.mul.Tensor(self=%1, other=%0) : f32[2]\noutput \"0\"=%2\n") ==
        Sameness::kDifferent);
}

TEST_CASE("a constant in a buffer's memory is not one of its own") {
  auto constant = [](std::string_view memory) {
    return "%2 = input constant \"c\" data(\"AQ==\")" + std::string(memory) + " : u8[1]\noutput \"0\"=%2\n";
  };
  const std::string part = constant(" memory_of(buffer \"kept\" 48)");
  CHECK(compare(part, part) == Sameness::kSame);
  CHECK(compare(part, constant("")) == Sameness::kDifferent);
  CHECK(compare(part, constant(" memory_of(buffer \"kept\" 48 detached)")) == Sameness::kDifferent);
}

TEST_CASE("pure operators may change places, a write and a read of one storage may not") {
  auto body = [](std::string_view first, std::string_view second) {
    return "%2 = aten." + std::string(first) + " : f32[2]\n%3 = aten." + std::string(second) + " : f32[2]\n";
  };
  std::string sin = "sin.default(self=%0)", cos = "cos.default(self=%0)";
  std::string write = "zero_.default(self=%0) mutates(self) alias(0:self)";
  CHECK(compare(body(sin, cos), body(cos, sin)) == Sameness::kSame);
  CHECK(compare(body(sin, write), body(write, sin)) == Sameness::kDifferent);
}

TEST_CASE("dead code without a single anchor: a ring of four is not two rings of two") {
  auto rings = [](std::string_view a, std::string_view b, std::string_view c, std::string_view d) {
    std::string text = "graph f\n";
    for (int id : {0, 1, 2, 3}) text += "%" + std::to_string(id) + " = aten.zeros.default() : f32[2]\n";
    int id = 4;
    for (std::string_view reads : {a, b, c, d})
      text += "%" + std::to_string(id++) + " = aten.add.Tensor(" + std::string(reads) + ") : f32[2]\n";
    return parse_text(text);
  };
  GraphFile one = rings("self=%0, other=%1", "self=%1, other=%2", "self=%2, other=%3", "self=%3, other=%0");
  GraphFile renumbered =
      rings("self=%3, other=%1", "self=%1, other=%0", "self=%0, other=%2", "self=%2, other=%3");
  GraphFile two = rings("self=%0, other=%1", "self=%1, other=%0", "self=%2, other=%3", "self=%3, other=%2");
  CHECK(compare_independently(one, renumbered) == Sameness::kSame);
  CHECK(compare_independently(one, two) == Sameness::kDifferent);
}

TEST_CASE("a sub-graph is what it computes, whatever it is called") {
  auto branch = [](std::string_view name, std::string_view op) {
    std::string called(name), target(op);
    return parse_text("graph f\n%0 = input user \"0\" : f32[2]\n%1 = cond(self=%0, then=graph(f/" + called +
                      ")) : f32[2]\noutput \"0\"=%1\ngraph f/" + called +
                      " of %1\n%0 = input user \"0\" : f32[2]\n%1 = aten." + target +
                      ".default(self=%0) : f32[2]\noutput \"0\"=%1\n");
  };
  CHECK(compare_independently(branch("a", "sin"), branch("b", "sin")) == Sameness::kSame);
  CHECK(compare_independently(branch("a", "sin"), branch("a", "cos")) == Sameness::kDifferent);
}

TEST_CASE("two nodes are twins when nothing tells them apart") {
  GraphFile file = parse_text(
      "graph f\n%0 = input user \"0\" : f32[2]\n%1 = aten.sin.default(self=%0) : f32[2]\n"
      "%2 = aten.sin.default(self=%0) : f32[2]\n%3 = aten.sin.default(self=%0) : f32[2]\noutput \"0\"=%3\n");
  CHECK(are_twins(file, {0, 1}, {0, 2}));
  CHECK_FALSE(are_twins(file, {0, 1}, {0, 3}));
}

TEST_CASE("another order of a graph with effects is the same program") {
  GraphFile file = parse_text(
      "graph f\n%0 = input user \"0\" : f32[2]\n%1 = aten.view.default(self=%0) alias(0:self) : f32[2]\n"
      "%2 = aten.sin.default(self=%1) : f32[2]\n%3 = aten.cos.default(self=%1) : f32[2]\n"
      "%4 = aten.zero_.default(self=%0) mutates(self) alias(0:self) : f32[2]\n"
      "%5 = aten.rand.default() rng : f32[2]\n%6 = aten.randn.default() rng : f32[2]\n"
      "output \"0\"=%2, \"1\"=%3, \"2\"=%5, \"3\"=%6\n");
  std::size_t moved = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Specimen specimen(file);
    Random random(seed);
    reorder(specimen, random);
    CHECK(compare_independently(file, specimen.file()) == Sameness::kSame);
    moved += print_text(specimen.file()) != print_text(file);
  }
  CHECK(moved > 40);
}

}  // namespace
}  // namespace assay::defects
