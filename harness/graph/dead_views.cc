// Removal of dead views.
#include "harness/graph/dead_views.h"

#include <algorithm>

#include "harness/graph/keep_nodes.h"

namespace assay {
namespace {

/// Whether `output` at `path` is an alias, or a list of aliases.
bool is_view(const Output& output, const OutputPath& path, const std::vector<Alias>& alias) {
  if (std::ranges::find(alias, path, &Alias::output) != alias.end()) return true;
  const auto* items = std::get_if<std::vector<Output>>(&output.data);
  if (items == nullptr) return std::holds_alternative<Null>(output.data);
  for (std::uint32_t k = 0; k < items->size(); ++k) {
    OutputPath below = path;
    below.push_back(k);
    if (!is_view((*items)[k], below, alias)) return false;
  }
  return !items->empty();
}

bool only_views(const Node& node) {
  if (node.kind != NodeKind::kOp || node.effects.any() || node.alias.empty()) return false;
  for (std::uint32_t k = 0; k < node.outputs.size(); ++k)
    if (!is_view(node.outputs[k], {k}, node.alias)) return false;
  return true;
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
