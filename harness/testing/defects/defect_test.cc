// Each defect: its result and its sites.
#include "harness/testing/defects/defect.h"

#include <algorithm>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "harness/graph/text.h"
#include "harness/testing/defects/isomorphism.h"

namespace assay::defects {
namespace {

const Defect& defect(std::string_view name) {
  static const std::vector<Defect> all = all_defects();
  return *std::ranges::find(all, name, &Defect::name);
}

/// The result at the only possible place, as text. "no place" if there is none.
std::string after(std::string_view name, std::string_view graph) {
  Specimen specimen(parse_text(graph));
  Random random(1);
  if (!defect(name).seed(specimen, random)) return "no place";
  validate(specimen.file(), "seeded");
  return print_text(specimen.file());
}

TEST_CASE("a read of a view is swapped with a write to its base, and only there") {
  std::string_view head =
      "graph f\n%0 = input user \"0\" : f32[2]\n%1 = aten.view.default(self=%0) alias(0:self) : f32[2]\n";
  std::string before = std::string(head) +
                       "%2 = aten.sin.default(self=%1) : f32[2]\n"
                       "%3 = aten.add_.Scalar(self=%0, other=1) mutates(self) alias(0:self) : f32[2]\n"
                       "output \"0\"=%2\n";
  CHECK(after("swap_a_read_with_a_write", before) ==
        std::string(head) +
            "%2 = aten.add_.Scalar(self=%0, other=1) mutates(self) alias(0:self) : f32[2]\n"
            "%3 = aten.sin.default(self=%1) : f32[2]\noutput \"0\"=%3\n");
  std::string pure = std::string(head) + "%2 = aten.sin.default(self=%1) : f32[2]\noutput \"0\"=%2\n";
  CHECK(after("swap_a_read_with_a_write", pure) == "no place");
}

TEST_CASE("an operator slips out of an autocast region, and only where there is one") {
  std::string_view region =
      "graph f\n%0 = input user \"0\" : f32[2]\n%1 = aten.sin.default(self=%0) : f32[2]\n"
      "%2 = fn:torch.amp.leave(0=%1) unbound state : None\noutput \"0\"=%1\n";
  CHECK(after("move_across_a_change_of_state", region) == "no place");  // the end reads it
  std::string_view open =
      "graph f\n%0 = input user \"0\" : f32[2]\n%1 = aten.sin.default(self=%0) : f32[2]\n"
      "%2 = fn:torch.amp.leave() unbound state : None\noutput \"0\"=%1\n";
  CHECK(after("move_across_a_change_of_state", open) ==
        "graph f\n%0 = input user \"0\" : f32[2]\n%1 = fn:torch.amp.leave() unbound state : None\n"
        "%2 = aten.sin.default(self=%0) : f32[2]\noutput \"0\"=%2\n");
}

TEST_CASE("two draws from one generator are swapped, two from two are not") {
  std::string_view one =
      "graph f\n%0 = aten.rand.default() rng : f32[2]\n%1 = aten.randn.default() rng : f32[2]\n";
  CHECK(after("swap_two_draws", one) ==
        "graph f\n%0 = aten.randn.default() rng : f32[2]\n%1 = aten.rand.default() rng : f32[2]\n");
  std::string_view two =
      "graph f\n%0 = input generator \"g\" : opaque(Generator)\n"
      "%1 = aten.rand.default(generator=%0) rng : f32[2]\n%2 = aten.randn.default() rng : f32[2]\n";
  CHECK(after("swap_two_draws", two) == "no place");
}

TEST_CASE("swapping the two of x*x leaves the same program, and the oracle says so") {
  GraphFile square = parse_text(
      "graph f\n%0 = input user \"0\" : f32[2]\n"
      "%1 = aten.mul.Tensor(self=%0, other=%0) : f32[2]\noutput \"0\"=%1\n");
  Specimen specimen(square);
  Random random(1);
  REQUIRE(defect("swap_two_arguments").seed(specimen, random));
  CHECK(compare_independently(square, specimen.file()) == Sameness::kSame);
}

TEST_CASE("an operator that is lost hands its users on, and its tag stays with it") {
  Specimen specimen(
      parse_text("graph f\n%0 = input user \"0\" : f32[2]\n%1 = aten.sin.default(self=%0) : f32[2]\n"
                 "output \"0\"=%1\n"));
  Random random(1);
  CHECK(defect("lose_an_operator").seed(specimen, random) == Sites{{0, 1}});
  CHECK(print_text(specimen.file()) == "graph f\n%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n");
  CHECK(specimen.site({0, 1}).tag == 2);
}

TEST_CASE("defects have names that differ and every kind of difference has a defect") {
  std::set<std::string_view> names;
  std::set<DefectKind> kinds;
  for (const Defect& one : all_defects()) {
    CHECK(names.insert(one.name).second);
    CHECK_FALSE(one.story.empty());
    kinds.insert(one.kind);
  }
  CHECK(kinds.size() == kDefectKinds);
}

}  // namespace
}  // namespace assay::defects
