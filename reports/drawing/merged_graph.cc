// MergedGraph: nodes from the pairs, edges from both sides, shared edges once.
#include "reports/drawing/merged_graph.h"

#include <map>
#include <tuple>

#include "harness/graph/uses.h"
#include "reports/drawing/node_words.h"

namespace assay {
namespace {

using EdgeKey = std::tuple<std::size_t, std::size_t, std::string, OutputPath>;

std::string argument_of(const ArgumentUse& use) {
  return use.number == 0 ? use.argument : use.argument + "[" + std::to_string(use.number) + "]";
}

class Merge {
 public:
  explicit Merge(MergedGraph& merged) : merged_(merged) {}

  void add_left(const std::vector<NodeId>& partner) {
    of_left_.resize(merged_.left->nodes.size());
    for (NodeId id = 0; id < of_left_.size(); ++id) {
      of_left_[id] = merged_.nodes.size();
      merged_.nodes.push_back({.left = id, .right = partner[id]});
    }
  }
  void add_right(const std::vector<NodeId>& partner) {
    of_right_.resize(merged_.right->nodes.size());
    for (NodeId id = 0; id < of_right_.size(); ++id) {
      of_right_[id] = partner[id] == kNoNode ? merged_.nodes.size() : of_left_[partner[id]];
      if (partner[id] == kNoNode) merged_.nodes.push_back({.right = id});
    }
  }

  void mark(const PairedDiff& diff, std::size_t graphs) {
    for (MergedNode& node : merged_.nodes)
      if (node.left == kNoNode || node.right == kNoNode) node.mark = Mark::kNone;
    for (std::size_t entry = 0; entry < diff.pairs.places.size(); ++entry) {
      const DiffPlace& place = diff.pairs.places[entry];
      if (place.graphs != graphs) continue;
      MergedNode& node = merged_.nodes[place.left != kNoNode ? of_left_[place.left] : of_right_[place.right]];
      node.entries.push_back(entry);
      node.mark = place.right == kNoNode  ? Mark::kMissing
                  : place.left == kNoNode ? Mark::kExtra
                                          : Mark::kChanged;
    }
  }

  void add_edges() {
    std::map<EdgeKey, std::size_t> known;
    if (merged_.left != nullptr) {
      each_edge(*merged_.left, of_left_, [&](EdgeKey key, MergedEdge edge) {
        edge.mark = Mark::kMissing;
        known.emplace(std::move(key), merged_.edges.size());
        merged_.edges.push_back(std::move(edge));
      });
    }
    if (merged_.right == nullptr) return;
    each_edge(*merged_.right, of_right_, [&](const EdgeKey& key, MergedEdge edge) {
      const auto same = known.find(key);
      if (same == known.end()) {
        edge.mark = Mark::kExtra;
        merged_.edges.push_back(std::move(edge));
        return;
      }
      MergedEdge& left = merged_.edges[same->second];
      left.mark = left.value == edge.value ? Mark::kMatched : Mark::kChanged;
      if (left.mark == Mark::kChanged) left.value += " \u2192 " + edge.value;
    });
  }

 private:
  template <typename Visit>
  void each_edge(const Graph& graph, const std::vector<std::size_t>& place, Visit&& visit) {
    for (NodeId id = 0; id < graph.nodes.size(); ++id)
      for (const ArgumentUse& use : uses_of(graph.nodes[id])) {
        MergedEdge edge{.from = place[use.ref.node],
                        .to = place[id],
                        .value = value_words(graph, use.ref),
                        .argument = argument_of(use)};
        EdgeKey key{edge.from, edge.to, edge.argument, use.ref.path};
        visit(std::move(key), std::move(edge));
      }
  }

  MergedGraph& merged_;
  std::vector<std::size_t> of_left_, of_right_;  ///< by node: the merged node
};

}  // namespace

MergedGraph merge_graphs(const GraphFile& left, const GraphFile& right, const PairedDiff& diff,
                         std::size_t graphs) {
  const GraphPairs& pairs = diff.pairs.graphs[graphs];
  MergedGraph merged{&left.graphs[pairs.left], &right.graphs[pairs.right], {}, {}};
  std::vector<NodeId> of_left(merged.left->nodes.size(), kNoNode),
      of_right(merged.right->nodes.size(), kNoNode);
  for (const auto& [first, second] : pairs.nodes) of_left[first] = second, of_right[second] = first;
  Merge merge(merged);
  merge.add_left(of_left);
  merge.add_right(of_right);
  merge.mark(diff, graphs);
  merge.add_edges();
  return merged;
}

MergedGraph lone_graph(const Graph& graph, Mark mark) {
  const bool missing = mark == Mark::kMissing;
  MergedGraph merged{missing ? &graph : nullptr, missing ? nullptr : &graph, {}, {}};
  Merge merge(merged);
  const std::vector<NodeId> nobody(graph.nodes.size(), kNoNode);
  missing ? merge.add_left(nobody) : merge.add_right(nobody);
  for (MergedNode& node : merged.nodes) node.mark = mark;
  merge.add_edges();
  return merged;
}

}  // namespace assay
