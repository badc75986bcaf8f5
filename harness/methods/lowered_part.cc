// part_of: selects the results, then the nodes they need.
#include "harness/methods/lowered_part.h"

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
  for (std::size_t id = graph.nodes.size(); id-- > 0;) {  // users come after their inputs
    kept[id] = kept[id] || stays_unused(graph.nodes[id], part);
    if (kept[id]) for_each_use(graph.nodes[id], [&](const Ref& ref) { kept[ref.node] = true; });
  }
  return kept;
}

bool has_part(const std::vector<Result>& results, Part part) {
  return std::ranges::any_of(results, [&](const Result& result) {
    return (result.role == ResultRole::kGradient) == (part == Part::kJoint);
  });
}

}  // namespace

std::optional<GraphFile> part_of(const GraphFile& file, Part part) {
  GraphFile found;
  found.graphs = file.graphs;
  const auto main =
      std::ranges::find_if(found.graphs, [](const Graph& graph) { return !graph.of.has_value(); });
  if (main == found.graphs.end() || main->nodes.empty() || main->nodes.back().kind != NodeKind::kOutput)
    return std::nullopt;
  std::vector<Result>& results = main->nodes.back().results;
  std::erase_if(results, [&](const Result& result) { return !belongs(result, part); });
  if (!has_part(results, part)) return std::nullopt;
  std::ranges::stable_sort(
      results, [](const Result& left, const Result& right) { return label_of(left) < label_of(right); });
  std::vector<std::vector<bool>> kept;
  for (const Graph& graph : found.graphs)
    kept.push_back(graph.of ? std::vector<bool>(graph.nodes.size(), true) : live(graph, part));
  const Name name = main->name;
  return rename_graph(keep_nodes(std::move(found), kept), name, Name(to_string(part)));
}

}  // namespace assay
