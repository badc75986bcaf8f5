// equal against brute force: all permutations of small random graphs, by an oracle that shares no code.
#include <algorithm>
#include <array>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "harness/diff/diff.h"
#include "harness/graph/text.h"
#include "reports/diff_text/print_diff.h"

namespace assay {
namespace {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }

 private:
  std::mt19937 engine_;
};

TensorMeta vector_of_two() {
  return {DType::kFloat32, {{2, {}}}, std::vector<Dim>{{1, {}}}, {Name("cpu"), 0}, Layout::kStrided};
}

Node input(Role role, std::string_view name) {
  Node node;
  node.kind = NodeKind::kInput;
  node.role = role;
  node.name = Name(name);
  if (role == Role::kConstant) node.constant = ConstantValue{std::string(64, 'a'), "x"};
  node.outputs.push_back({vector_of_two()});
  return node;
}

/// Few operators make symmetry common: sources, unary, binary, views, writes, draws, changes of state.
Node random_op(Random& random, const Graph& graph) {
  static const std::array<std::string_view, 9> names{"zeros",  "un",   "bin",   "bin", "view",
                                                     "write_", "rand", "state", "two"};
  std::string_view name = names[random() % names.size()];
  Node node;
  node.target.name = Name(name);
  auto reference = [&] {
    NodeId id = random() % static_cast<NodeId>(graph.nodes.size());
    return Ref{id, {static_cast<std::uint32_t>(random() % graph.nodes[id].outputs.size())}};
  };
  if (name != "zeros" && name != "rand" && !graph.nodes.empty())
    node.args.push_back({Name("self"), reference()});
  if (name == "bin" && !graph.nodes.empty()) node.args.push_back({Name("other"), reference()});
  bool has_self = !node.args.empty();
  if (has_self && (name == "view" || name == "write_")) node.alias.push_back({{0}, Name("self")});
  if (has_self && name == "write_") node.effects.mutates.push_back(Name("self"));
  node.effects.rng = name == "rand";
  node.effects.state = name == "state";
  node.outputs.push_back({vector_of_two()});
  if (name == "two") node.outputs.push_back({vector_of_two()});
  return node;
}

Graph random_small_graph(Random& random) {
  Graph graph;
  graph.name = Name("f");
  if (random() % 2) graph.nodes.push_back(input(Role::kUser, "0"));
  for (std::uint32_t k = random() % 3; k > 0; --k)
    graph.nodes.push_back(input(Role::kConstant, "c" + std::to_string(k)));
  std::size_t size = 3 + random() % 5;
  while (graph.nodes.size() < size) graph.nodes.push_back(random_op(random, graph));
  Node output;
  output.kind = NodeKind::kOutput;
  for (std::uint32_t k = 0; k < random() % 3; ++k)
    output.results.push_back(
        {ResultRole::kUser, Name(std::to_string(k)), Ref{random() % static_cast<NodeId>(size), {0}}});
  graph.nodes.push_back(output);
  return graph;
}

Graph in_order(const Graph& graph, const std::vector<NodeId>& order) {
  Graph copy;
  copy.name = graph.name;
  std::vector<NodeId> place(order.size());
  for (NodeId id = 0; id < order.size(); ++id) place[order[id]] = id;
  for (NodeId id : order) {
    Node& node = copy.nodes.emplace_back(graph.nodes[id]);
    for (Argument& argument : node.args)
      std::get<Ref>(argument.value.data).node = place[std::get<Ref>(argument.value.data).node];
    for (Result& result : node.results)
      std::get<Ref>(result.value.data).node = place[std::get<Ref>(result.value.data).node];
  }
  return copy;
}

/// Any order in which references point backwards. Effects may change places; the oracle judges that.
Graph shuffled(const Graph& graph, Random& random) {
  std::vector<NodeId> order;
  std::vector<char> placed(graph.nodes.size(), 0);
  while (order.size() + 1 < graph.nodes.size()) {
    NodeId id = random() % static_cast<NodeId>(graph.nodes.size() - 1);
    bool ready = !placed[id];
    for (const Argument& argument : graph.nodes[id].args)
      ready = ready && placed[std::get<Ref>(argument.value.data).node];
    if (!ready) continue;
    placed[id] = 1;
    order.push_back(id);
  }
  order.push_back(static_cast<NodeId>(graph.nodes.size() - 1));
  return in_order(graph, order);
}

/// Replaces a reference or an operator.
void edit(Graph& graph, Random& random) {
  NodeId id = random() % static_cast<NodeId>(graph.nodes.size());
  Node& node = graph.nodes[id];
  if (!node.args.empty() && random() % 4 != 0) {
    Ref& ref = std::get<Ref>(node.args[random() % node.args.size()].value.data);
    ref = Ref{random() % id, {0}};
  } else if (!node.results.empty()) {
    node.results[random() % node.results.size()].value = Ref{random() % id, {0}};
  } else if (node.kind == NodeKind::kOp) {
    node.target.name = Name("edited");
  }
}

// ---- the oracle

using Cell = std::pair<NodeId, std::uint32_t>;

Cell cell_of(const Value& value) {
  return {std::get<Ref>(value.data).node, std::get<Ref>(value.data).path[0]};
}

/// Storages by repeated union of whole sets.
std::vector<std::set<Cell>> storages(const Graph& graph) {
  std::vector<std::set<Cell>> sets;
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    for (std::uint32_t k = 0; k < graph.nodes[id].outputs.size(); ++k) sets.push_back({{id, k}});
  auto holding = [&](Cell cell) {
    return std::ranges::find_if(sets, [&](const auto& set) { return set.contains(cell); });
  };
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    for (const Alias& alias : graph.nodes[id].alias) {
      auto a = holding({id, alias.output[0]}), b = holding(cell_of(graph.nodes[id].args[0].value));
      if (a == b) continue;
      b->insert(a->begin(), a->end());
      sets.erase(a);
    }
  return sets;
}

bool in_conflict(const Graph& graph, const std::vector<std::set<Cell>>& sets, NodeId a, NodeId b) {
  const Node &x = graph.nodes[a], &y = graph.nodes[b];
  if (x.kind != NodeKind::kOp || y.kind != NodeKind::kOp) return false;
  if (x.effects.state || y.effects.state || (x.effects.rng && y.effects.rng)) return true;
  for (const auto& set : sets) {
    auto touches = [&](const Node& node) {
      return std::ranges::any_of(node.args,
                                 [&](const Argument& one) { return set.contains(cell_of(one.value)); });
    };
    auto writes = [&](const Node& node) {
      return !node.effects.mutates.empty() && set.contains(cell_of(node.args[0].value));
    };
    if (touches(x) && touches(y) && (writes(x) || writes(y))) return true;
  }
  return false;
}

class Oracle {
 public:
  Oracle(const Graph& left, const Graph& right) : left_(left), right_(right), sets_(storages(left)) {}
  bool equal() { return left_.nodes.size() == right_.nodes.size() && place(0); }

 private:
  bool same_value(const Value& a, const Value& b) const {
    const Ref &x = std::get<Ref>(a.data), &y = std::get<Ref>(b.data);
    return image_[x.node] == y.node && x.path == y.path;
  }
  bool fits(NodeId a, NodeId b) const {
    const Node &x = left_.nodes[a], &y = right_.nodes[b];
    bool same = x.kind == y.kind && x.role == y.role && x.target == y.target && x.effects == y.effects &&
                x.alias == y.alias && x.outputs == y.outputs && x.constant == y.constant &&
                x.args.size() == y.args.size() && x.results.size() == y.results.size() &&
                (x.role == Role::kConstant || x.name == y.name);
    if (!same) return false;
    for (std::size_t k = 0; k < x.args.size(); ++k)
      if (x.args[k].name != y.args[k].name || !same_value(x.args[k].value, y.args[k].value)) return false;
    for (std::size_t k = 0; k < x.results.size(); ++k)
      if (!same_value(x.results[k].value, y.results[k].value)) return false;
    for (NodeId before = 0; before < a; ++before)
      if (in_conflict(left_, sets_, before, a) && image_[before] > b) return false;
    return true;
  }
  bool place(NodeId a) {
    if (a == left_.nodes.size()) return true;
    for (NodeId b = 0; b < right_.nodes.size(); ++b) {
      if (std::ranges::find(image_, b) != image_.end() || !fits(a, b)) continue;
      image_.push_back(b);
      if (place(a + 1)) return true;
      image_.pop_back();
    }
    return false;
  }

  const Graph& left_;
  const Graph& right_;
  std::vector<std::set<Cell>> sets_;
  std::vector<NodeId> image_;
};

TEST_CASE("equal agrees with brute force on thousands of pairs of small graphs") {
  Random random(20260101);
  int equal_pairs = 0, different_pairs = 0;
  for (int round = 0; round < 20'000; ++round) {
    GraphFile left{{}, {random_small_graph(random)}};
    GraphFile right{{}, {shuffled(left.graphs[0], random)}};
    for (std::uint32_t edits = random() % 3; edits > 0; --edits) edit(right.graphs[0], random);
    if (random() % 4 == 0) right.graphs[0] = shuffled(right.graphs[0], random);
    bool expected = Oracle(left.graphs[0], right.graphs[0]).equal();
    ++(expected ? equal_pairs : different_pairs);
    if (equal(left, right) == expected && equal(right, left) == expected) continue;
    FAIL("round " << round << ", the oracle says " << expected << "\n"
                  << print_text(left) << "\n"
                  << print_text(right));
  }
  CHECK(equal_pairs > 3'000);
  CHECK(different_pairs > 3'000);
}

TEST_CASE("diff says equal exactly when equal does, and explains exactly when it does not") {
  Random random(7);
  int equal_pairs = 0, different_pairs = 0;
  for (int round = 0; round < 5'000; ++round) {
    GraphFile left{{}, {random_small_graph(random)}};
    GraphFile right{{}, {shuffled(left.graphs[0], random)}};
    if (random() % 2) edit(right.graphs[0], random);
    DiffResult result = diff(left, right);
    INFO(print_text(left) << print_text(right));
    bool undecided = std::ranges::any_of(
        result.entries, [](const DiffEntry& entry) { return entry.kind == DiffKind::kUndecided; });
    bool agree =
        result.equal == equal(left, right) && result.entries.empty() == result.equal && !undecided &&
        result.nodes.matched + result.nodes.changed + result.nodes.missing == left.graphs[0].nodes.size() &&
        result.nodes.matched + result.nodes.changed + result.nodes.extra == right.graphs[0].nodes.size();
    if (!agree) FAIL(print_diff(result, 10));
    ++(result.equal ? equal_pairs : different_pairs);
  }
  CHECK(equal_pairs > 1'000);
  CHECK(different_pairs > 1'000);
}

TEST_CASE("pairs of dead graphs of equal operators agree with brute force") {
  Random random(99);
  int equal_pairs = 0;
  for (int round = 0; round < 4'000; ++round) {
    auto dead = [&] {
      Graph graph;
      graph.name = Name("f");
      for (int k = 0; k < 3; ++k) {
        Node& node = graph.nodes.emplace_back();
        node.target.name = Name("zeros");
        node.outputs.push_back({vector_of_two()});
      }
      for (int k = 0; k < 3; ++k) {
        Node node;
        node.target.name = Name("bin");
        node.args = {{Name("self"), Ref{random() % 3, {0}}}, {Name("other"), Ref{random() % 3, {0}}}};
        node.outputs.push_back({vector_of_two()});
        graph.nodes.push_back(node);
      }
      return graph;
    };
    GraphFile left{{}, {dead()}}, right{{}, {dead()}};
    bool expected = Oracle(left.graphs[0], right.graphs[0]).equal();
    equal_pairs += expected;
    if (equal(left, right) != expected)
      FAIL("the oracle says " << expected << "\n" << print_text(left) << print_text(right));
  }
  CHECK(equal_pairs > 50);
}

}  // namespace
}  // namespace assay
