// Specimen: a graph file under change by defects and harmless changes, whose nodes stay identifiable.
//
// A node keeps its tag when it moves. Initial tags are the node ids of the file, so a tag identifies a node
// of the unchanged file. Tags from fresh_from() on belong to added nodes. Every operation keeps references,
// `of` of sub-graphs and tags consistent. Contains no comparison.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "harness/graph/graph.h"

namespace assay::defects {

using Tag = std::uint32_t;
inline constexpr Tag kGraphItself = 0xFFFFFFFF;  ///< site of a graph's own properties: guards, ranges

/// A Spot is a node by its current place, a Site a node by its tag.
struct Spot {
  std::size_t graph = 0;
  NodeId node = 0;
};
struct Site {
  std::size_t graph = 0;
  Tag tag = 0;
  friend auto operator<=>(const Site&, const Site&) = default;
};

class Specimen {
 public:
  explicit Specimen(GraphFile file);

  GraphFile& file() { return file_; }
  const GraphFile& file() const { return file_; }
  Graph& graph(std::size_t index) { return file_.graphs[index]; }
  const Graph& graph(std::size_t index) const { return file_.graphs[index]; }
  Node& at(Spot spot) { return file_.graphs[spot.graph].nodes[spot.node]; }

  Site site(Spot spot) const { return {spot.graph, tags_[spot.graph][spot.node]}; }
  /// Nodes added since construction have tags from here on.
  Tag fresh_from(std::size_t graph) const { return fresh_from_[graph]; }

  /// Inserts `node` before `spot`. Its references use the current numbers.
  void insert(Spot spot, Node node);
  /// The node must have no users.
  void remove(Spot spot);
  /// Moves the node to position `to`. The caller keeps references pointing backwards.
  void move(Spot spot, NodeId to);
  /// `order[k]` is the node to place at position k.
  void arrange(std::size_t graph, const std::vector<NodeId>& order);

  /// Marks nodes of combined defects, so that each node has at most one defect.
  bool taken(Spot spot) const { return taken_.contains(site(spot)); }
  void take(Site site) { taken_.insert(site); }

 private:
  void renumber(std::size_t graph, const std::vector<NodeId>& place);

  GraphFile file_;
  std::vector<std::vector<Tag>> tags_;
  std::vector<Tag> fresh_from_, next_;
  std::set<Site> taken_;
};

/// Calls `visit(Value&)` for `value` and all nested values.
template <typename Visit>
void for_each_value(Value& value, Visit&& visit) {
  visit(value);
  auto items = [&](ValueList& list) {
    for (Value& item : list) for_each_value(item, visit);
  };
  if (auto* list = std::get_if<List>(&value.data)) items(list->items);
  if (auto* tuple = std::get_if<Tuple>(&value.data)) items(tuple->items);
  if (auto* slice = std::get_if<Slice>(&value.data)) items(slice->parts);
  if (auto* dict = std::get_if<Dict>(&value.data))
    for (auto& [key, item] : dict->items) for_each_value(key, visit), for_each_value(item, visit);
}

/// For all arguments and results of a node, in order.
template <typename Visit>
void for_each_value(Node& node, Visit&& visit) {
  for (Argument& argument : node.args) for_each_value(argument.value, visit);
  for (Result& result : node.results) for_each_value(result.value, visit);
}

/// The references of a node, in order. Valid until its arguments change.
std::vector<Ref*> refs_of(Node& node);
/// References to `node` anywhere in its graph.
std::vector<Ref*> uses_of(Graph& graph, NodeId node);
bool is_read(const Graph& graph, NodeId node);

}  // namespace assay::defects
