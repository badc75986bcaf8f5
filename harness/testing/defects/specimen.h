// Specimen: a graph file that defects and harmless changes are worked on, in which every node stays findable.
//
// A node keeps its tag while it moves; the tags of a new specimen are the node ids of its file, so a tag says
// which node of the untouched file a node is, and one at or above fresh_from() that it was added. Every
// operation leaves references, `of` of sub-graphs and tags consistent. Knows nothing of comparison.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "harness/graph/graph.h"

namespace assay::defects {

using Tag = std::uint32_t;
inline constexpr Tag kGraphItself = 0xFFFFFFFF;  ///< a site that is no node: guards, ranges

/// A node by where it is now, and one by what it is.
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

  /// Puts `node`, whose references are in today's numbers, before the node that is now at `spot`.
  void insert(Spot spot, Node node);
  /// Nobody may refer to it any more.
  void remove(Spot spot);
  /// To stand at position `to` once moved; the caller keeps references pointing backwards.
  void move(Spot spot, NodeId to);
  /// `order[k]` is the node that comes to stand at position k.
  void arrange(std::size_t graph, const std::vector<NodeId>& order);

  /// Defects laid together keep to nodes that no other has taken.
  bool taken(Spot spot) const { return taken_.contains(site(spot)); }
  void take(Site site) { taken_.insert(site); }

 private:
  void renumber(std::size_t graph, const std::vector<NodeId>& place);

  GraphFile file_;
  std::vector<std::vector<Tag>> tags_;
  std::vector<Tag> fresh_from_, next_;
  std::set<Site> taken_;
};

/// Calls `visit(Value&)` for `value` and all that is nested in it.
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

/// The same for all arguments and results of a node, in order.
template <typename Visit>
void for_each_value(Node& node, Visit&& visit) {
  for (Argument& argument : node.args) for_each_value(argument.value, visit);
  for (Result& result : node.results) for_each_value(result.value, visit);
}

/// The references of a node, in order; valid until its arguments change.
std::vector<Ref*> refs_of(Node& node);
/// References to `node` anywhere in its graph.
std::vector<Ref*> uses_of(Graph& graph, NodeId node);
bool is_read(const Graph& graph, NodeId node);

}  // namespace assay::defects
