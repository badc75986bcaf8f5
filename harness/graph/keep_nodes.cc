// Numbering anew, and every reference with it.
#include "harness/graph/keep_nodes.h"

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

}  // namespace

Graph keep_nodes(Graph graph, const std::vector<bool>& kept) {
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
