// Random graphs for tests and benchmarks.
#include "harness/testing/random_graph.h"

#include <algorithm>
#include <queue>
#include <random>

#include "harness/diff/effect_order.h"

namespace assay {

namespace {

constexpr std::uint64_t kOperators = 60, kShapes = 200, kWindow = 50;

TensorMeta tensor(std::int64_t size) {
  return {DType::kFloat32,
          {{2, {}}, {size, {}}},
          std::vector<Dim>{{size, {}}, {1, {}}},
          {Name("cpu"), 0},
          Layout::kStrided};
}

Node input(std::size_t index) {
  Node node;
  node.kind = NodeKind::kInput;
  node.name = Name(std::to_string(index));
  node.outputs.push_back({tensor(8)});
  return node;
}

void close(Graph& graph) {
  std::vector<char> used(graph.nodes.size(), 0);
  for (const Node& node : graph.nodes)
    for (const Argument& argument : node.args)
      for_each_ref(argument.value, [&](const Ref& ref) { used[ref.node] = 1; });
  Node output;
  output.kind = NodeKind::kOutput;
  std::size_t number = 0;
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (!used[id])
      output.results.push_back({ResultRole::kUser, Name(std::to_string(number++)), Ref{id, {0}}});
  graph.nodes.push_back(std::move(output));
}

void redirect(Value& value, const std::vector<NodeId>& place) {
  if (auto* ref = std::get_if<Ref>(&value.data)) ref->node = place[ref->node];
  if (auto* list = std::get_if<List>(&value.data))
    for (Value& item : list->items) redirect(item, place);
}

/// A random topological order.
std::vector<NodeId> random_order(const Graph& graph, std::mt19937_64& random) {
  const EffectOrder effects(graph);
  std::size_t inner = graph.nodes.size() - 1;
  std::vector<std::uint32_t> waits_for(inner, 0);
  std::vector<std::vector<NodeId>> users(inner);
  for (NodeId id = 0; id < inner; ++id)
    for (const Argument& argument : graph.nodes[id].args)
      for_each_ref(argument.value, [&](const Ref& ref) { users[ref.node].push_back(id), ++waits_for[id]; });
  for (NodeId id = 0; id < inner; ++id)
    for (NodeId before : effects.before(id))
      if (before != kNoNode) users[before].push_back(id), ++waits_for[id];
  std::vector<NodeId> ready, order;
  for (NodeId id = 0; id < inner; ++id)
    if (waits_for[id] == 0) ready.push_back(id);
  while (!ready.empty()) {
    std::swap(ready[random() % ready.size()], ready.back());
    NodeId id = ready.back();
    ready.pop_back();
    order.push_back(id);
    for (NodeId user : users[id])
      if (--waits_for[user] == 0) ready.push_back(user);
  }
  order.push_back(static_cast<NodeId>(inner));
  return order;
}

}  // namespace

GraphFile random_graph(std::size_t nodes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Graph graph;
  graph.name = Name("forward");
  for (std::size_t id = 0; id < nodes; ++id) {
    if (id < 4) {
      graph.nodes.push_back(input(id));
      graph.nodes.back().outputs[0].data = tensor(static_cast<std::int64_t>(1 + random() % kShapes));
      continue;
    }
    Node node;
    node.target.name = Name("aten.op" + std::to_string(1 + random() % (kOperators - 1)) + ".default");
    std::vector<NodeId> window;
    for (std::size_t k = id > kWindow ? id - kWindow : 0; k < id; ++k)
      window.push_back(static_cast<NodeId>(k));
    std::size_t arity = std::min<std::size_t>(1 + random() % 3, window.size());
    for (std::size_t k = 0; k < arity; ++k) {
      std::swap(window[k], window[k + random() % (window.size() - k)]);
      static const Name names[] = {Name("self"), Name("other"), Name("third")};
      node.args.push_back({names[k], Ref{window[k], {0}}});
    }
    node.outputs.push_back({tensor(static_cast<std::int64_t>(1 + random() % kShapes))});
    graph.nodes.push_back(std::move(node));
  }
  close(graph);
  return {{}, {std::move(graph)}};
}

GraphFile layered_graph(std::size_t nodes) {
  Graph graph;
  graph.name = Name("forward");
  graph.nodes.push_back(input(0));
  static const Name self("self"), other("other");
  while (graph.nodes.size() < nodes) {
    const auto base = static_cast<NodeId>(graph.nodes.size() - 1);
    for (NodeId k = 0; k < 25 && graph.nodes.size() < nodes; ++k) {
      const auto id = static_cast<NodeId>(graph.nodes.size());
      Node node;
      node.target.name = Name("aten.op" + std::to_string(1 + k % 12) + ".default");
      node.args.push_back({self, Ref{id - 1, {0}}});
      if (k == 8 || k == 16 || k == 24) node.args.push_back({other, Ref{k == 8 ? base : id - 8, {0}}});
      node.outputs.push_back({tensor(static_cast<std::int64_t>(1 + k % 5))});
      graph.nodes.push_back(std::move(node));
    }
  }
  close(graph);
  return {{}, {std::move(graph)}};
}

GraphFile reordered(const GraphFile& file, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  GraphFile result{file.header, {}};
  for (const Graph& graph : file.graphs) {
    std::vector<NodeId> order = random_order(graph, random), place(order.size());
    Graph& copy = result.graphs.emplace_back();
    copy.name = graph.name;
    for (NodeId id = 0; id < order.size(); ++id) place[order[id]] = id;
    for (NodeId id : order) {
      Node& node = copy.nodes.emplace_back(graph.nodes[id]);
      for (Argument& argument : node.args) redirect(argument.value, place);
      for (Result& one : node.results) redirect(one.value, place);
    }
  }
  return result;
}

GraphFile chain(std::size_t nodes) {
  Graph graph;
  graph.name = Name("forward");
  graph.nodes.push_back(input(0));
  for (std::size_t id = 1; id <= nodes; ++id) {
    Node node;
    node.target.name = Name("aten.relu.default");
    node.args.push_back({Name("self"), Ref{static_cast<NodeId>(id - 1), {0}}});
    node.outputs.push_back({tensor(8)});
    graph.nodes.push_back(std::move(node));
  }
  close(graph);
  return {{}, {std::move(graph)}};
}

}  // namespace assay
