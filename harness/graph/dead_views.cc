// Taking dead views out, and numbering what stays.
#include "harness/graph/dead_views.h"

#include <algorithm>

namespace assay {
namespace {

struct Renumber {
  const std::vector<NodeId>& ids;
  void operator()(Ref& ref) const { ref.node = ids[ref.node]; }
  void operator()(List& list) const { each(list.items); }
  void operator()(Tuple& tuple) const { each(tuple.items); }
  void operator()(Slice& slice) const { each(slice.parts); }
  void operator()(Dict& dict) const {
    for (auto& [key, item] : dict.items) std::visit(*this, key.data), std::visit(*this, item.data);
  }
  template <typename Constant>
  void operator()(Constant&) const {}
  void each(ValueList& items) const {
    for (Value& item : items) std::visit(*this, item.data);
  }
};

bool only_views(const Node& node) {
  return node.kind == NodeKind::kOp && !node.effects.any() && !node.outputs.empty() &&
         node.alias.size() >= node.outputs.size();
}

template <typename Visit>
void for_each_use(const Node& node, Visit&& visit) {
  for (const Argument& argument : node.args) for_each_ref(argument.value, visit);
  for (const Result& result : node.results) for_each_ref(result.value, visit);
}

std::vector<bool> used(const Graph& graph) {
  std::vector<bool> kept(graph.nodes.size(), false);
  for (std::size_t id = graph.nodes.size(); id-- > 0;) {  // uses come after what they use
    const Node& node = graph.nodes[id];
    kept[id] = kept[id] || !only_views(node);
    if (kept[id]) for_each_use(node, [&](const Ref& ref) { kept[ref.node] = true; });
  }
  return kept;
}

}  // namespace

Graph without_dead_views(Graph graph) {
  const std::vector<bool> kept = used(graph);
  std::vector<NodeId> ids(graph.nodes.size(), 0);
  std::vector<Node> nodes;
  for (std::size_t id = 0; id < graph.nodes.size(); ++id) {
    if (!kept[id]) continue;
    ids[id] = static_cast<NodeId>(nodes.size());
    nodes.push_back(std::move(graph.nodes[id]));
    const Renumber renumber{ids};
    for (Argument& argument : nodes.back().args) std::visit(renumber, argument.value.data);
    for (Result& result : nodes.back().results) std::visit(renumber, result.value.data);
  }
  graph.nodes = std::move(nodes);
  return graph;
}

}  // namespace assay
