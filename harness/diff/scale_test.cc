// Large graphs: no recursion, no quadratic step. (diff_bench.cc measures the speed.)
#include <catch2/catch.hpp>

#include "harness/diff/diff.h"
#include "harness/testing/random_edits.h"
#include "harness/testing/random_graph.h"

namespace assay {
namespace {

TEST_CASE("a chain of a million nodes is equal to itself and not to one with another end") {
  GraphFile left = chain(1'000'000), right = left;
  CHECK(equal(left, right));
  right.graphs[0].nodes[1].target.name = Name("aten.neg.default");
  CHECK_FALSE(equal(left, right));
}

TEST_CASE("two dead chains of 100,000 nodes each are matched, and one that is shorter is found") {
  GraphFile left = chain(100'000);
  std::vector<Node>& nodes = left.graphs[0].nodes;
  nodes.back().results[0].value = Ref{0, {0}};
  GraphFile right = left;
  CHECK(equal(left, right));
  right.graphs[0].nodes[50'000].args[0].value = Ref{49'998, {0}};
  CHECK_FALSE(equal(left, right));
}

TEST_CASE("a random graph of 10,000 nodes is equal in any order, and one swapped pair of inputs is found") {
  GraphFile left = random_graph(10'000, 7), right = reordered(left, 11);
  CHECK(equal(left, right));
  for (NodeId id = 9'000; id < right.graphs[0].nodes.size(); ++id) {
    Node& node = right.graphs[0].nodes[id];
    if (node.args.size() != 2) continue;
    std::swap(node.args[0].value, node.args[1].value);
    DiffResult result = diff(left, right);
    CHECK_FALSE(result.equal);
    REQUIRE(result.entries.size() == 1);
    CHECK(result.entries[0].kind == DiffKind::kRewired);
    return;
  }
  FAIL("no node with two inputs");
}

TEST_CASE("of a graph of 40,000 nodes, each of 20 edits is one root cause, and without any it is equal") {
  const GraphFile left = random_graph(40'000, 7);
  const EditedPair pair = edited_pair(left, 20, 5);
  const DiffResult result = diff(pair.left, reordered(pair.right, 11));
  std::size_t places = 0;
  for (const RootCause& root : result.roots) places += root.places.size();
  CHECK(places == pair.edits.size());
  CHECK(result.nodes.matched > 40'000 - 100);
  CHECK(diff(left, reordered(left, 11)).equal);
}

TEST_CASE("one edit among 200 nodes is one entry of the right kind") {
  GraphFile left = random_graph(200, 3), right = reordered(left, 5);
  auto one_entry = [&](DiffKind kind) {
    DiffResult result = diff(left, right);
    REQUIRE(result.entries.size() == 1);
    CHECK(result.entries[0].kind == kind);
    CHECK(result.nodes == SetCount{200, 0, 0, 1});
  };
  for (NodeId id : {12u, 60u, 120u, 199u}) {
    Node saved = right.graphs[0].nodes[id];
    right.graphs[0].nodes[id].target.name = Name("aten.other.default");
    one_entry(DiffKind::kTarget);
    right.graphs[0].nodes[id] = saved;
    right.graphs[0].nodes[id].args.push_back({Name("alpha"), std::int64_t{2}});
    one_entry(DiffKind::kConstant);
    right.graphs[0].nodes[id] = saved;
    std::get<TensorMeta>(right.graphs[0].nodes[id].outputs[0].data).shape[0].number = 3;
    one_entry(DiffKind::kShape);
    right.graphs[0].nodes[id] = saved;
  }
}

}  // namespace
}  // namespace assay
