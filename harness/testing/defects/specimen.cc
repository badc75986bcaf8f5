// Specimen: moves and renumbers nodes.
#include "harness/testing/defects/specimen.h"

#include <algorithm>
#include <numeric>

namespace assay::defects {

Specimen::Specimen(GraphFile file) : file_(std::move(file)) {
  for (const Graph& graph : file_.graphs) {
    std::vector<Tag>& tags = tags_.emplace_back(graph.nodes.size());
    std::iota(tags.begin(), tags.end(), 0);
    fresh_from_.push_back(static_cast<Tag>(tags.size()));
  }
  next_ = fresh_from_;
}

void Specimen::renumber(std::size_t graph, const std::vector<NodeId>& place) {
  for (Node& node : file_.graphs[graph].nodes)
    for (Ref* ref : refs_of(node)) ref->node = place[ref->node];
  std::string parent = file_.graphs[graph].name.str() + "/";
  for (Graph& sub : file_.graphs) {
    bool child =
        sub.name.str().starts_with(parent) && sub.name.str().find('/', parent.size()) == std::string::npos;
    if (sub.of && child) sub.of = place[*sub.of];
  }
}

void Specimen::insert(Spot spot, Node node) {
  std::vector<Node>& nodes = file_.graphs[spot.graph].nodes;
  std::vector<NodeId> place(nodes.size());
  for (NodeId id = 0; id < place.size(); ++id) place[id] = id < spot.node ? id : id + 1;
  renumber(spot.graph, place);
  for (Ref* ref : refs_of(node)) ref->node = place[ref->node];
  nodes.insert(nodes.begin() + spot.node, std::move(node));
  std::vector<Tag>& tags = tags_[spot.graph];
  tags.insert(tags.begin() + spot.node, next_[spot.graph]++);
}

void Specimen::remove(Spot spot) {
  std::vector<Node>& nodes = file_.graphs[spot.graph].nodes;
  std::vector<NodeId> place(nodes.size());
  for (NodeId id = 0; id < place.size(); ++id) place[id] = id <= spot.node ? id : id - 1;
  nodes.erase(nodes.begin() + spot.node);
  tags_[spot.graph].erase(tags_[spot.graph].begin() + spot.node);
  renumber(spot.graph, place);
}

void Specimen::move(Spot spot, NodeId to) {
  std::vector<NodeId> order(file_.graphs[spot.graph].nodes.size());
  std::iota(order.begin(), order.end(), 0);
  order.erase(order.begin() + spot.node);
  order.insert(order.begin() + to, spot.node);
  arrange(spot.graph, order);
}

void Specimen::arrange(std::size_t graph, const std::vector<NodeId>& order) {
  std::vector<NodeId> place(order.size());
  std::vector<Node> nodes;
  std::vector<Tag> tags;
  for (NodeId id = 0; id < order.size(); ++id) {
    place[order[id]] = id;
    nodes.push_back(std::move(file_.graphs[graph].nodes[order[id]]));
    tags.push_back(tags_[graph][order[id]]);
  }
  file_.graphs[graph].nodes = std::move(nodes);
  tags_[graph] = std::move(tags);
  renumber(graph, place);
}

std::vector<Ref*> refs_of(Node& node) {
  std::vector<Ref*> refs;
  for_each_value(node, [&](Value& value) {
    if (auto* ref = std::get_if<Ref>(&value.data)) refs.push_back(ref);
  });
  return refs;
}

std::vector<Ref*> uses_of(Graph& graph, NodeId node) {
  std::vector<Ref*> uses;
  for (NodeId id = node + 1; id < graph.nodes.size(); ++id)
    for (Ref* ref : refs_of(graph.nodes[id]))
      if (ref->node == node) uses.push_back(ref);
  return uses;
}

bool is_read(const Graph& graph, NodeId node) {
  bool read = false;
  auto look = [&](const Ref& ref) { read = read || ref.node == node; };
  for (NodeId id = node + 1; id < graph.nodes.size() && !read; ++id) {
    for (const Argument& argument : graph.nodes[id].args) for_each_ref(argument.value, look);
    for (const Result& result : graph.nodes[id].results) for_each_ref(result.value, look);
  }
  return read;
}

}  // namespace assay::defects
