// facts_of: a check per need.
#include "harness/methods/capture_facts.h"

#include <algorithm>
#include <set>

#include "harness/diff/storages.h"
#include "harness/zoo/need.h"

namespace assay {
namespace {

bool any_node(const GraphFile& file, auto&& holds) {
  return std::ranges::any_of(file.graphs,
                             [&](const Graph& graph) { return std::ranges::any_of(graph.nodes, holds); });
}

bool any_result(const GraphFile& file, ResultRole role) {
  return any_node(file, [&](const Node& node) {
    return std::ranges::any_of(node.results, [&](const Result& result) {
      return result.role == role && !std::holds_alternative<Null>(result.value.data);
    });
  });
}

bool is_known(const Output& output) {
  if (const auto* items = std::get_if<std::vector<Output>>(&output.data))
    return std::ranges::all_of(*items, is_known);
  return !std::holds_alternative<Opaque>(output.data);
}

bool knows_shapes(const GraphFile& file) {
  const auto is_op = [](const Node& node) { return node.kind == NodeKind::kOp; };
  const bool all_known = !any_node(
      file, [&](const Node& node) { return is_op(node) && !std::ranges::all_of(node.outputs, is_known); });
  return all_known && any_node(file, [&](const Node& node) { return is_op(node) && !node.outputs.empty(); });
}

/// A result that is returned twice shares its memory as well.
bool results_share_memory(const Graph& graph) {
  Storages storages(graph);
  std::set<StorageId> taken;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    if (graph.nodes[id].kind == NodeKind::kInput) taken.insert(storages.of({id, {0}}));
  }
  bool shared = false;
  for (const Node& node : graph.nodes) {
    for (const Result& result : node.results) {
      if (result.role != ResultRole::kUser) continue;
      for_each_ref(result.value,
                   [&](const Ref& ref) { shared = !taken.insert(storages.of(ref)).second || shared; });
    }
  }
  return shared;
}

/// "aten.add_.Tensor"
std::string first_write(const GraphFile& file) {
  for (const Graph& graph : file.graphs) {
    const auto writes = [](const Node& node) { return !node.effects.mutates.empty(); };
    const auto found = std::ranges::find_if(graph.nodes, writes);
    if (found != graph.nodes.end()) return to_string(found->target);
  }
  return "";
}

Shown shown_of(const GraphFile& file, const Method& method, Need need, const CaptureFacts& facts) {
  const auto found_if = [](bool is_so) { return is_so ? Shown::kFound : Shown::kNone; };
  if (need == Need::kOneGraph) return found_if(facts.graphs <= method.graphs.size() && facts.breaks.empty());
  if (need == Need::kFunctional) return found_if(facts.writes.empty());
  if (need == Need::kWithoutAssay) return method.is_reference() ? Shown::kCannot : Shown::kFound;
  return expresses(method.name, need) ? found_if(shows(file, need)) : Shown::kCannot;
}

}  // namespace

bool shows(const GraphFile& file, Need need) {
  switch (need) {
    case Need::kBackward:
      return any_result(file, ResultRole::kGradient);
    case Need::kShapes:
      return knows_shapes(file);
    case Need::kMutation:
      return any_result(file, ResultRole::kMutation) || any_result(file, ResultRole::kReplacement) ||
             any_node(file, [](const Node& node) { return !node.effects.mutates.empty(); });
    case Need::kAliasing:
      return std::ranges::any_of(file.graphs, results_share_memory);
    case Need::kDynamic:
      return std::ranges::any_of(file.graphs, [](const Graph& graph) { return !graph.symbols.empty(); });
    case Need::kNames:
      return any_node(file, [](const Node& node) {
        return node.kind == NodeKind::kInput &&
               (node.role == Role::kParameter || node.role == Role::kBuffer) && !node.name.empty();
      });
    case Need::kOneGraph:
    case Need::kFunctional:
    case Need::kWithoutAssay:
      return false;
  }
  return false;
}

CaptureFacts facts_of(const GraphFile& file, const Method& method) {
  CaptureFacts facts;
  facts.graphs = static_cast<std::size_t>(
      std::ranges::count_if(file.graphs, [](const Graph& graph) { return !graph.of; }));
  const GraphSize size = size_of(file);
  facts.nodes = size.nodes;
  facts.edges = size.edges;
  facts.forward = any_result(file, ResultRole::kUser);
  facts.breaks = breaks_of(file);
  facts.writes = first_write(file);
  for (const Need need : kNeedNames.values()) facts.needs[need] = shown_of(file, method, need, facts);
  return facts;
}

}  // namespace assay
