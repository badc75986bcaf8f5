// Programs: methods with the same program, and the differences between programs.
#include "harness/methods/lowered_programs.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "harness/graph/text.h"

namespace assay {
namespace {

std::string text(const std::vector<LoweredPart>& parts) {
  std::string lines;
  for (const LoweredPart& part : parts) {
    lines += fmt::format("{}\n", to_string(part.part));
    for (const Program& program : part.programs) {
      lines += fmt::format("  {} nodes:", program.nodes);
      for (const MethodId id : program.methods) lines += fmt::format(" {}", to_string(id));
      lines += "\n";
    }
    for (const Difference& difference : part.differences) {
      lines += fmt::format("  {} and {}, {} more\n", difference.left, difference.right, difference.more);
      for (const Change& change : difference.changes)
        lines += fmt::format("    {} at {}\n", change.what, change.places);
    }
  }
  return lines;
}

std::string compared(const std::vector<std::pair<MethodId, std::string>>& graphs) {
  std::vector<LoweredFile> files;
  for (const auto& [method, graph] : graphs) add_comparable(method, parse_text(graph), files);
  return text(compare_lowered(files));
}

const std::string kHead = "%0 = input parameter \"w\" : f32[2]\n%1 = input user \"0\" : f32[2]\n";
const std::string kForward = "graph forward\n" + kHead + "%2 = aten.mul.Tensor(self=%1, other=%0) : f32[2]\n";

}  // namespace

TEST_CASE("a forward capture and a joint one are one program forward, and the joint part is the latter's") {
  CHECK(compared({{MethodId::kMakeFx, kForward + "output \"0\"=%2\n"},
                  {MethodId::kAotJoint, "graph joint\n" + kHead +
                                            "%2 = input tangent \"0\" : f32[2]\n"
                                            "%3 = aten.mul.Tensor(self=%1, other=%0) : f32[2]\n"
                                            "%4 = aten.detach.default(self=%2) alias(0:self) : f32[2]\n"
                                            "%5 = aten.mul.Tensor(self=%4, other=%1) : f32[2]\n"
                                            "output \"0\"=%3, gradient \"w\"=%5\n"}}) ==
        "forward\n"
        "  4 nodes: make_fx aot_joint\n"
        "joint\n"
        "  7 nodes: aot_joint\n");
}

TEST_CASE("programs stand in their methods' order, whichever was added first") {
  const std::string twice = "graph forward\n" + kHead +
                            "%2 = aten.add.Tensor(self=%0, other=%0, alpha?=1) : f32[2]\noutput \"0\"=%2\n";
  const std::pair make_fx(MethodId::kMakeFx, kForward + "output \"0\"=%2\n");
  const std::pair dispatch(MethodId::kDispatch, twice);
  CHECK(compared({dispatch, make_fx}) == compared({make_fx, dispatch}));
}

TEST_CASE("swapped operands are another program, and the difference has its root cause") {
  const std::string swapped =
      "graph forward\n" + kHead + "%2 = aten.mul.Tensor(self=%0, other=%1) : f32[2]\n";
  CHECK(compared({{MethodId::kSymbolicTrace, swapped + "output \"0\"=%2\n"},
                  {MethodId::kMakeFx, kForward + "output \"0\"=%2\n"},
                  {MethodId::kAot, kForward + "output \"0\"=%2\n"}}) ==
        "forward\n"
        "  4 nodes: make_fx aot\n"
        "  4 nodes: symbolic_trace\n"
        "  0 and 1, 0 more\n"
        "    rewired aten.mul.Tensor: % = aten.mul.Tensor(self=%, other=%) -> % = aten.mul.Tensor(self=%, "
        "other=%) at 1\n");
}

TEST_CASE("changes are those at most places first, and bounded") {
  const std::vector<std::string> names = {"abs",   "ceil", "cos", "erf", "exp",
                                          "floor", "log",  "neg", "sin", "sin"};
  std::string left = kForward, right = kForward, results = "output \"0\"=%2";
  for (std::size_t i = 0; i < names.size(); ++i) {
    left += fmt::format("%{} = aten.{}.default(self=%2) : f32[2]\n", i + 3, names[i]);
    right += fmt::format("%{} = aten.{}2.default(self=%2) : f32[2]\n", i + 3, names[i]);
    results += fmt::format(", \"{}\"=%{}", i + 1, i + 3);
  }
  const std::vector<LoweredFile> files = {{MethodId::kMakeFx, parse_text(left + results + "\n")},
                                          {MethodId::kAot, parse_text(right + results + "\n")}};
  const Difference difference = compare_lowered(files).front().differences.front();
  REQUIRE(difference.changes.size() == kMostChanges);
  CHECK(difference.more == 1);
  CHECK(difference.changes[0] ==
        Change{DiffKind::kTarget, "target aten.sin.default -> aten.sin2.default", 2, 0});
  CHECK(difference.changes[1].places == 1);
}

std::string decides(const std::string& graph, const std::string& branch) {
  return "graph " + graph + "\n%0 = input user \"0\" : f32[2]\n%1 = input user \"1\" : b8[]\n" +
         "%2 = higher_order.cond(0=%1, 1=graph(" + graph + "/" + branch + "), 2=[%0]) unbound : f32[2]\n" +
         "output \"0\"=%2\ngraph " + graph + "/" + branch + " of %2\n%0 = input user \"0\" : f32[2]\n";
}

TEST_CASE("programs with sub-graphs are compared by what these compute, whatever they are called") {
  const std::string relu = "%1 = aten.relu.default(self=%0) : f32[2]\noutput \"0\"=%1\n",
                    exp = "%1 = aten.exp.default(self=%0) : f32[2]\noutput \"0\"=%1\n";
  CHECK(compared({{MethodId::kMakeFx, decides("forward", "true_graph_0") + relu},
                  {MethodId::kExport, decides("joint", "yes") + relu},
                  {MethodId::kAot, decides("forward", "true_graph_0") + exp}}) ==
        "forward\n"
        "  7 nodes: make_fx export\n"
        "  7 nodes: aot\n"
        "  0 and 1, 0 more\n"
        "    target aten.relu.default -> aten.exp.default at 1\n");
}

TEST_CASE("several graphs are not one program, and are left out with the reason") {
  const std::string two = kForward + "output \"0\"=%2\n" + "graph forward_1\n" + kHead + "output \"0\"=%1\n";
  CHECK(not_comparable(parse_text(two)) == "it is 2 graphs, not one program");
  CHECK(not_comparable(parse_text(kForward + "output \"0\"=%2\n")).empty());
  CHECK(compared({{MethodId::kMakeFx, two}}).empty());
}

}  // namespace assay
