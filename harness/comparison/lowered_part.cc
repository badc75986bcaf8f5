// part_of: results first, then what is live from them.
#include "harness/comparison/lowered_part.h"

#include <algorithm>

#include "harness/graph/keep_nodes.h"

namespace assay {
namespace {

bool belongs(const Result& result, Part part) {
  if (result.role == ResultRole::kSaved) return false;
  if (result.role != ResultRole::kGradient) return true;
  return part == Part::kJoint && !std::holds_alternative<Null>(result.value.data);
}

bool stays_unused(const Node& node, Part part) {
  if (node.kind == NodeKind::kOutput) return true;
  if (node.kind == NodeKind::kInput) return false;
  return part == Part::kJoint || node.effects.any();
}

std::vector<bool> live(const Graph& graph, Part part) {
  std::vector<bool> kept(graph.nodes.size(), false);
  for (std::size_t id = graph.nodes.size(); id-- > 0;) {  // uses come after what they use
    kept[id] = kept[id] || stays_unused(graph.nodes[id], part);
    if (kept[id]) for_each_use(graph.nodes[id], [&](const Ref& ref) { kept[ref.node] = true; });
  }
  return kept;
}

/// Whether the graph has the part at all.
bool has_part(const std::vector<Result>& results, Part part) {
  return std::any_of(results.begin(), results.end(), [&](const Result& result) {
    return (result.role == ResultRole::kGradient) == (part == Part::kJoint);
  });
}

}  // namespace

std::optional<Graph> part_of(const Graph& graph, Part part) {
  if (graph.nodes.empty() || graph.nodes.back().kind != NodeKind::kOutput) return std::nullopt;
  Graph found = graph;
  found.name = Name(to_string(part));
  found.of.reset();
  std::vector<Result>& results = found.nodes.back().results;
  std::erase_if(results, [&](const Result& result) { return !belongs(result, part); });
  if (!has_part(results, part)) return std::nullopt;
  std::stable_sort(results.begin(), results.end(),
                   [](const Result& left, const Result& right) { return label_of(left) < label_of(right); });
  const std::vector<bool> kept = live(found, part);
  return keep_nodes(std::move(found), kept);
}

}  // namespace assay
