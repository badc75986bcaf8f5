// Removal of dead views.
#include "harness/graph/dead_views.h"

#include "harness/graph/keep_nodes.h"

namespace assay {
namespace {

bool only_views(const Node& node) {
  return node.kind == NodeKind::kOp && !node.effects.any() && !node.outputs.empty() &&
         node.alias.size() >= node.outputs.size();
}

std::vector<bool> used(const Graph& graph) {
  std::vector<bool> kept(graph.nodes.size(), false);
  for (std::size_t id = graph.nodes.size(); id-- > 0;) {  // users come after producers
    const Node& node = graph.nodes[id];
    kept[id] = kept[id] || !only_views(node);
    if (kept[id]) for_each_use(node, [&](const Ref& ref) { kept[ref.node] = true; });
  }
  return kept;
}

}  // namespace

GraphFile without_dead_views(GraphFile file) {
  std::vector<std::vector<bool>> kept;
  for (const Graph& graph : file.graphs) kept.push_back(used(graph));
  return keep_nodes(std::move(file), kept);
}

bool is_used(const Graph& graph, NodeId node) {
  bool found = false;
  const std::vector<bool> kept = used(graph);
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    if (kept[id]) for_each_use(graph.nodes[id], [&](const Ref& ref) { found |= ref.node == node; });
  }
  return found;
}

}  // namespace assay
