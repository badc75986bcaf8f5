// Nodes compared by themselves: every part counts, and equal nodes have equal hashes.
#include "harness/diff/compare_node.h"

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

bool same(const Node& left, const Node& right, const Scope& scope) {
  AgreesToAll watcher;
  return compare_node(left, right, scope, watcher);
}

/// Compares every node with every other; returns the number of equal pairs.
std::size_t equal_ones_have_equal_hashes(const Graph& graph, Level level) {
  SoftArguments soft;
  for (const Node& node : graph.nodes) soft.add_from(node);
  const Scope scope{level, &soft};
  const auto id_of = [&](const Node& node) { return static_cast<NodeId>(&node - graph.nodes.data()); };
  std::size_t equal = 0;
  for (const Node& left : graph.nodes) {
    for (const Node& right : graph.nodes) {
      if (&left == &right || !same(left, right, scope)) continue;
      if (hash_node(left, scope) != hash_node(right, scope))
        FAIL(print_node(graph, id_of(left)) << " and " << print_node(graph, id_of(right)));
      ++equal;
    }
  }
  return equal;
}

TEST_CASE("equal nodes of a captured program have equal hashes, at every level") {
  const auto goldens = every_golden(std::filesystem::path(ASSAY_SOURCE_DIR) / "golden" / "seed");
  REQUIRE(!goldens.empty());
  const Level level = GENERATE(Level::kStructure, Level::kShapes, Level::kExact);
  std::size_t equal = 0;
  for (const auto& [name, file] : goldens) {
    INFO(name);
    for (const Graph& graph : file.graphs) equal += equal_ones_have_equal_hashes(graph, level);
  }
  CHECK(equal > 500);
}

Node node_of(std::string_view line) {
  const GraphFile file =
      parse_text("graph forward\n%0 = input user \"x\" : f32[2,3]\n" + std::string(line) + "\n", "");
  return file.graphs[0].nodes[1];
}

TEST_CASE("each part of a node is compared") {
  const Scope exact{Level::kExact, nullptr};
  const Node node = node_of("%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) : f32[2,3]");
  CHECK(same(node_of("%1 = aten.op.default(self=%0, dims=[1, 2], p=0.5) : f32[2,3]"), node, exact));
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
  CHECK_FALSE(same(node_of(other), node, exact));
}

}  // namespace
}  // namespace assay
