// Renumbering and renaming, with all references.
#include "harness/graph/keep_nodes.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace assay {
namespace {

/// Calls `ref` and `sub_graph` on each reference and sub-graph in a value, at any depth.
template <typename OnRef, typename OnSubGraph>
struct Rewrite {
  const OnRef& ref;
  const OnSubGraph& sub_graph;
  void operator()(Ref& found) const { ref(found); }
  void operator()(SubGraph& found) const { sub_graph(found); }
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

template <typename OnRef, typename OnSubGraph>
void rewrite(Node& node, const OnRef& ref, const OnSubGraph& sub_graph) {
  const Rewrite<OnRef, OnSubGraph> each{ref, sub_graph};
  for (Argument& argument : node.args) std::visit(each, argument.value.data);
  for (Result& result : node.results) std::visit(each, result.value.data);
}

constexpr auto kNothing = [](const auto&) {};

std::string_view parent_of(Name graph) { return graph.view().substr(0, graph.view().rfind('/')); }

/// `order` has the old ids of the nodes that stay. Returns the new id for each old id.
std::vector<NodeId> put_in_order(Graph& graph, const std::vector<NodeId>& order) {
  std::vector<NodeId> ids(graph.nodes.size(), 0);
  std::vector<Node> nodes;
  for (const NodeId id : order) {
    ids[id] = static_cast<NodeId>(nodes.size());
    nodes.push_back(std::move(graph.nodes[id]));
    rewrite(
        nodes.back(), [&ids](Ref& ref) { ref.node = ids[ref.node]; }, kNothing);
  }
  graph.nodes = std::move(nodes);
  return ids;
}

std::vector<NodeId> keep(Graph& graph, const std::vector<bool>& kept) {
  std::vector<NodeId> order;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    if (kept[id]) order.push_back(id);
  }
  return put_in_order(graph, order);
}

bool is_called_with(const Node& node) {
  return node.kind == NodeKind::kInput && node.role != Role::kConstant && node.role != Role::kGenerator;
}

std::optional<NodeId> first_user(Graph& parent, Name graph) {
  for (NodeId id = 0; id < parent.nodes.size(); ++id) {
    bool uses = false;
    rewrite(parent.nodes[id], kNothing, [&](const SubGraph& sub) { uses = uses || sub.graph == graph; });
    if (uses) return id;
  }
  return {};
}

}  // namespace

GraphFile keep_nodes(GraphFile file, const std::vector<std::vector<bool>>& kept) {
  std::vector<std::vector<NodeId>> ids;
  for (std::size_t at = 0; at < file.graphs.size(); ++at) ids.push_back(keep(file.graphs[at], kept[at]));
  std::vector<std::size_t> parents_first(file.graphs.size());
  std::iota(parents_first.begin(), parents_first.end(), std::size_t{0});
  std::ranges::stable_sort(parents_first, [&](std::size_t one, std::size_t two) {
    return file.graphs[one].name.view().size() < file.graphs[two].name.view().size();
  });
  std::vector<bool> stays(file.graphs.size(), true);
  for (const std::size_t at : parents_first) {
    Graph& graph = file.graphs[at];
    if (!graph.of) continue;
    const auto parent = std::ranges::find_if(
        file.graphs, [&](const Graph& one) { return one.name.view() == parent_of(graph.name); });
    const auto above = static_cast<std::size_t>(parent - file.graphs.begin());
    graph.of = kept[above][*graph.of] ? ids[above][*graph.of] : first_user(*parent, graph.name);
    stays[at] = stays[above] && graph.of.has_value();
  }
  std::vector<Graph> graphs;
  for (std::size_t at = 0; at < stays.size(); ++at) {
    if (stays[at]) graphs.push_back(std::move(file.graphs[at]));
  }
  file.graphs = std::move(graphs);
  return file;
}

void put_inputs_first(Graph& graph) {
  std::vector<NodeId> order(graph.nodes.size());
  std::iota(order.begin(), order.end(), NodeId{0});
  const auto is_first = [&](NodeId id) { return is_called_with(graph.nodes[id]); };
  std::ranges::stable_partition(order, is_first);
  put_in_order(graph, order);
}

GraphFile rename_graph(GraphFile file, Name from, Name to) {
  const std::string inside = from.str() + "/";
  const auto renamed = [&](Name name) {
    if (name == from) return to;
    return name.view().starts_with(inside) ? Name(to.str() + name.str().substr(from.str().size())) : name;
  };
  for (Graph& graph : file.graphs) {
    graph.name = renamed(graph.name);
    for (Node& node : graph.nodes)
      rewrite(node, kNothing, [&](SubGraph& sub) { sub.graph = renamed(sub.graph); });
  }
  return file;
}

}  // namespace assay
