// Node words: two nodes have the same ones exactly where compare_node finds them equal.
#include "harness/diff/node_words.h"

#include <filesystem>

#include <catch2/catch.hpp>

#include "harness/graph/text.h"
#include "harness/testing/every_golden.h"

namespace assay {
namespace {

class AgreesToAll : public PairWatcher {
 public:
  bool refs(const Place&, const Ref&, const Ref&) override { return true; }
  bool sub_graphs(Name, Name) override { return true; }
};

struct Worded {
  NodeId id;
  NodeWords words = {};
};

/// Every node against every other, at both levels that have words; gives how many pairs were equal and
/// worded.
std::size_t held_against_each_other(const Graph& graph) {
  SoftArguments soft;
  for (const Node& node : graph.nodes) soft.add_from(node);
  std::size_t equal = 0;
  for (const Level level : {Level::kShapes, Level::kExact}) {
    const Scope scope{level, &soft};
    std::vector<Worded> all;
    for (NodeId id = 0; id < graph.nodes.size(); ++id) {
      all.push_back({id});
      all.back().words.read(graph.nodes[id], scope);
    }
    for (const Worded& left : all) {
      for (const Worded& right : all) {
        AgreesToAll watcher;
        const bool same = compare_node(graph.nodes[left.id], graph.nodes[right.id], scope, watcher);
        const bool worded = !left.words.none() && !right.words.none();
        if (same && left.words.none() != right.words.none()) FAIL("equal, and only one has words");
        if (worded && same != (left.words == right.words))
          FAIL((same ? "equal, other words: " : "differ, same words: ")
               << print_node(graph, left.id) << " and " << print_node(graph, right.id));
        equal += worded && same && left.id != right.id;
      }
    }
  }
  return equal;
}

TEST_CASE("nodes of a captured program have the same words exactly where they are equal") {
  const auto seed = std::filesystem::path(ASSAY_SOURCE_DIR) / "golden" / "seed";
  const std::vector<ZooGolden> goldens = every_golden(seed);
  REQUIRE(!goldens.empty());
  std::size_t equal = 0;
  for (const auto& [name, file] : goldens) {
    INFO(name);
    for (const Graph& graph : file.graphs) equal += held_against_each_other(graph);
  }
  CHECK(equal > 1'000);
}

NodeWords words_of(std::string_view line) {
  const GraphFile file =
      parse_text("graph forward\n%0 = input user \"x\" : f32[2,3]\n" + std::string(line) + "\n", "");
  const SoftArguments none;
  NodeWords words;
  words.read(file.graphs[0].nodes[1], {Level::kExact, &none});
  REQUIRE_FALSE(words.none());
  return words;
}

TEST_CASE("each part of a node is in its words") {
  const auto words = words_of("%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) : f32[2,3]");
  CHECK((words_of("%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) : f32[2,3]") == words));
  const auto other =
      GENERATE(as<std::string>(),  //
               "%1 = input user \"1\" : f32[2,3]", "%1 = aten.op.out(self=%0, dims=[1, 2], p=0.5) : f32[2,3]",
               "%1 = torch:aten.op.default(self=%0, dims=[1, 2], p=0.5) : f32[2,3]",
               "%1 = aten.op.default(other=%0, dims=[1, 2], p=0.5) : f32[2,3]",
               "%1 = aten.op.default(self=0, dims=[1, 2], p=0.5) : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1, 3], p=0.5) : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[[1], 2], p=0.5) : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=(1, 2), p=0.5) : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1], p=0.5) : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=-0.5) : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=1) : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1, 2]) : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) : f64[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) : f32[3,2]",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) : f32[2,3]{1,2}",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) : f32[2,3] cuda",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) alias(0:self) : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) mutates(self) : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) rng : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) state : f32[2,3]",
               "%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) : (f32[2,3], f32[2,3])");
  CAPTURE(other);
  CHECK_FALSE(words_of(other) == words);
}

TEST_CASE("what has no words says so: a text, an output, a level without shapes, too much") {
  std::string many = "%0";
  for (int k = 0; k < 100; ++k) many += ", %0";
  const GraphFile file = parse_text(
      "graph forward\n%0 = input user \"x\" : f32[2]\n"
      "%1 = aten.einsum.default(equation=\"ij\", tensors=[%0]) : f32[2]\n"
      "%2 = aten.cat.default(tensors=[" +
          many +
          "]) : f32[202]\n"
          "output \"0\"=%1\n",
      "");
  const SoftArguments none;
  const auto without = [&](NodeId id, Level level) {
    NodeWords words;
    words.read(file.graphs[0].nodes[id], {level, &none});
    return words.none();
  };
  CHECK(without(1, Level::kExact));
  CHECK(without(2, Level::kExact));
  CHECK(without(3, Level::kExact));
  CHECK(without(0, Level::kStructure));
  CHECK_FALSE(without(0, Level::kShapes));
}

}  // namespace
}  // namespace assay
