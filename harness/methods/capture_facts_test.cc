// Needs that captures meet, and near misses.
#include "harness/methods/capture_facts.h"

#include <catch2/catch.hpp>

#include "harness/graph/text.h"

namespace assay {
namespace {

std::string found(const std::string& text, MethodId id) {
  const CaptureFacts facts = facts_of(parse_text(text), method(id));
  std::string line = facts.forward ? "forward" : "";
  for (const auto& [need, shown] : facts.needs) {
    if (is_declared(need) && shown == Shown::kFound)
      line += (line.empty() ? "" : " ") + std::string(to_string(need));
  }
  return line;
}

Shown shown(const std::string& text, MethodId id, Need need) {
  return facts_of(parse_text(text), method(id)).needs.at(need);
}

const std::string kInputs =
    "graph joint\n%0 = input parameter \"w\" : f32[2]\n%1 = input user \"0\" : f32[2]\n";

}  // namespace

TEST_CASE("a joint graph that writes shows backward, shapes, mutation, aliasing and names") {
  CHECK(found(kInputs + "%2 = aten.add_.Tensor(self=%1, other=%0) mutates(self) alias(0:self) : f32[2]\n"
                        "output \"0\"=%2, gradient \"w\"=%1\n",
              MethodId::kDispatch) == "forward backward shapes mutation aliasing names");
}

TEST_CASE(
    "a gradient that is None is no backward, and a mutation may be a result, or what replaces a state") {
  const std::string adds = kInputs + "%2 = aten.add.Tensor(self=%1, other=%0) : f32[2]\n";
  CHECK(found(adds + "output \"0\"=%2, mutation \"0\"=%2, gradient \"w\"=None\n", MethodId::kAotJoint) ==
        "forward shapes mutation names");
  CHECK(found(adds + "output \"0\"=%2, replacement \"kept\"=%2\n", MethodId::kAotJoint) ==
        "forward shapes mutation names");
  CHECK(found(adds + "output \"0\"=%2\n", MethodId::kAotJoint) == "forward shapes names");
}

TEST_CASE("aliasing is a result that is the memory of an input or of another result") {
  const std::string view = kInputs +
                           "%2 = aten.mul.Tensor(self=%1, other=%0) : f32[2]\n"
                           "%3 = aten.view.default(self=%2, size=[2]) alias(0:self) : f32[2]\n";
  const auto aliasing = [&](const std::string& output) {
    return shown(view + "output " + output + "\n", MethodId::kMakeFx, Need::kAliasing);
  };
  CHECK(aliasing("\"0\"=%2, \"1\"=%3") == Shown::kFound);
  CHECK(aliasing("\"0\"=%3, \"1\"=%1") == Shown::kFound);
  CHECK(aliasing("\"0\"=%3") == Shown::kNone);
  CHECK(aliasing("mutation \"0\"=%2, \"0\"=%2") == Shown::kNone);
  CHECK(shown(view + "output \"0\"=%1\n", MethodId::kAotJoint, Need::kAliasing) == Shown::kCannot);
}

TEST_CASE("one output of unknown shape, and there are no shapes") {
  const std::string graph = kInputs + "%2 = fn:f(0=%1) unbound : f32[2]\n%3 = fn:g(0=%1) unbound : ";
  CHECK(shown(graph + "f32[2]\n", MethodId::kSymbolicTrace, Need::kShapes) == Shown::kFound);
  CHECK(shown(graph + "opaque(Size)\n", MethodId::kSymbolicTrace, Need::kShapes) == Shown::kNone);
  CHECK(shown(kInputs, MethodId::kSymbolicTrace, Need::kShapes) == Shown::kNone);
}

TEST_CASE("a symbol is dynamic where the method declares it, and cannot be where it does not") {
  const std::string graph = "graph g\nsymbol s0 hint=4\n%0 = input user \"0\" : f32[s0]\noutput \"0\"=%0\n";
  CHECK(shown(graph, MethodId::kMakeFxSymbolic, Need::kDynamic) == Shown::kFound);
  CHECK(shown(kInputs, MethodId::kMakeFxSymbolic, Need::kDynamic) == Shown::kNone);
  CHECK(shown(graph, MethodId::kMakeFx, Need::kDynamic) == Shown::kCannot);
}

TEST_CASE("one graph is what the method declares, and no break") {
  const std::string input = "%0 = input user \"0\" : f32[2]\noutput \"0\"=%0\n";
  const std::string forward = "graph forward\n", backward = "graph backward\n" + input;
  const auto is_one = [](const std::string& text, MethodId id) {
    return shown(text, id, Need::kOneGraph) == Shown::kFound;
  };
  CHECK(is_one(forward + input, MethodId::kDynamo));
  CHECK_FALSE(is_one(forward + "break \"print\" \"a.py:7\"\n" + input, MethodId::kDynamo));
  CHECK_FALSE(is_one(forward + "resumes no_graph\n" + input, MethodId::kDynamo));
  CHECK_FALSE(is_one(forward + input + "graph forward_1\n" + input, MethodId::kDynamo));
  CHECK(is_one(forward + input + backward, MethodId::kAot));
  const auto facts =
      facts_of(parse_text(forward + "break \"print\" \"a.py:7\"\n" + input), method(MethodId::kDynamo));
  CHECK(facts.breaks == std::vector<BreakPlace>{{"forward", BreakSide::kAfter, "print", "a.py:7"}});
}

TEST_CASE("graphs are functional where no operator writes, though a result says what a state ends as") {
  const std::string adds = kInputs + "%2 = aten.add.Tensor(self=%1, other=%0) : f32[2]\n";
  CHECK(shown(adds + "output \"0\"=%2, mutation \"0\"=%2\n", MethodId::kAotJoint, Need::kFunctional) ==
        Shown::kFound);
  const std::string writes =
      kInputs + "%2 = aten.add_.Tensor(self=%1, other=%0) mutates(self) alias(0:self) : f32[2]\n";
  CHECK(shown(writes, MethodId::kAotJoint, Need::kFunctional) == Shown::kNone);
  CHECK(facts_of(parse_text(writes), method(MethodId::kAotJoint)).writes == "aten.add_.Tensor");
  CHECK(
      shown(kInputs +
                "%2 = module:norm(input=%1, self.mean=%0) module torch.nn.N {} mutates(self.mean) : f32[2]\n",
            MethodId::kSymbolicTrace, Need::kFunctional) == Shown::kNone);
}

TEST_CASE("graphs without Assay are those of every method but its own recorders") {
  CHECK(shown(kInputs, MethodId::kDynamo, Need::kWithoutAssay) == Shown::kFound);
  CHECK(shown(kInputs, MethodId::kNative, Need::kWithoutAssay) == Shown::kCannot);
}

TEST_CASE("graphs are counted without sub-graphs, nodes with theirs") {
  const CaptureFacts facts = facts_of(parse_text(R"(graph forward
%0 = input user "0" : f32[2]
%1 = fn:cond(0=graph(forward/true)) unbound : f32[2]
output "0"=%1
graph forward/true of %1
%0 = input user "0" : f32[2]
output "0"=%0
)"),
                                      method(MethodId::kMakeFx));
  CHECK(facts.graphs == 1);
  CHECK(facts.nodes == 5);
}

}  // namespace assay
