// draw_difference: breadth-first search from the cause, then a drawing of the nodes it reached.
#include "reports/drawing/draw_difference.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/graph/text.h"
#include "harness/words/quantity.h"
#include "harness/words/utf8.h"
#include "reports/drawing/merged_graph.h"
#include "reports/drawing/node_words.h"

namespace assay {
namespace {

constexpr std::size_t kMostEntries = 3, kLongestSide = 36;

/// "constant: alpha=1 -> alpha=2" with an arrow character. An entry of a single side shows that side.
std::string words_of(const DiffEntry& entry) {
  std::string words(to_string(entry.kind));
  if (entry.kind == DiffKind::kRewired || entry.kind == DiffKind::kTarget) return words;
  const std::string left = shortened(entry.left, kLongestSide), right = shortened(entry.right, kLongestSide);
  words += ": " + left + (left.empty() || right.empty() ? "" : " \u2192 ") + right;
  return words;
}

/// Nodes to draw, and the number of others within the radius.
struct Neighbourhood {
  std::vector<std::size_t> nodes;  ///< nearest first
  std::size_t left_out = 0;
};

class Search {
 public:
  explicit Search(const MergedGraph& merged) : merged_(merged), neighbours_(merged.nodes.size()) {
    for (const MergedEdge& edge : merged.edges) {
      neighbours_[edge.from].push_back(edge.to);
      neighbours_[edge.to].push_back(edge.from);
    }
  }

  /// Missing or extra nodes connected to `layer` count as distance 0, too.
  Neighbourhood around(std::vector<std::size_t> layer, const DifferenceOptions& options) const {
    Neighbourhood found;
    std::vector<char> seen(merged_.nodes.size());
    add_lone(layer);
    for (std::size_t distance = 0; distance <= options.radius && !layer.empty(); ++distance) {
      const auto is_matched = [&](std::size_t node) { return merged_.nodes[node].mark == Mark::kMatched; };
      std::ranges::sort(layer);
      layer.erase(std::unique(layer.begin(), layer.end()), layer.end());
      std::erase_if(layer, [&](std::size_t node) { return seen[node] != 0; });
      std::ranges::stable_sort(layer, {}, is_matched);
      std::vector<std::size_t> next;
      for (const std::size_t node : layer) {
        seen[node] = 1;
        found.nodes.push_back(node);
        next.insert(next.end(), neighbours_[node].begin(), neighbours_[node].end());
      }
      layer = std::move(next);
    }
    if (found.nodes.size() > options.most_nodes) {
      found.left_out = found.nodes.size() - options.most_nodes;
      found.nodes.resize(options.most_nodes);
    }
    return found;
  }

 private:
  bool is_lone(std::size_t node) const {
    return merged_.nodes[node].mark == Mark::kMissing || merged_.nodes[node].mark == Mark::kExtra;
  }

  void add_lone(std::vector<std::size_t>& layer) const {
    std::vector<char> added(merged_.nodes.size());
    for (const std::size_t node : layer) added[node] = 1;
    for (std::size_t next = 0; next < layer.size(); ++next) {
      if (!is_lone(layer[next])) continue;
      for (const std::size_t neighbour : neighbours_[layer[next]])
        if (is_lone(neighbour) && !std::exchange(added[neighbour], 1)) layer.push_back(neighbour);
    }
  }

  const MergedGraph& merged_;
  std::vector<std::vector<std::size_t>> neighbours_;
};

class Picture {
 public:
  Picture(const MergedGraph& merged, const DiffResult& result) : merged_(merged), result_(result) {}

  Drawing draw(const Neighbourhood& neighbourhood) {
    std::vector<std::size_t> nodes = neighbourhood.nodes;
    std::ranges::sort(nodes);
    for (const std::size_t node : nodes) {
      drawn_[node] = drawing_.nodes.size();
      add(node);
    }
    for (const MergedEdge& edge : merged_.edges) add(edge);
    for (const auto& [stub, places] : further_) {
      DrawnEdge& edge = drawing_.edges[stub];
      edge.value = counted(places, "further use");
    }
    return std::move(drawing_);
  }

 private:
  void add(std::size_t index) {
    const MergedNode& node = merged_.nodes[index];
    const bool on_left = node.left != kNoNode, on_right = node.right != kNoNode;
    const Graph& graph = on_left ? *merged_.left : *merged_.right;
    const NodeId id = on_left ? node.left : node.right;
    DrawnNode drawn{.id = drawn_id(graph, id), .kind = kind_of(graph.nodes[id]), .mark = node.mark};
    drawn.lines = lines_of(graph, id);
    drawn.details = details_of(graph, id);
    if (!on_left) drawn.id = "right " + drawn.id;
    if (on_left && on_right) {
      if (node.left != node.right) drawn.id += fmt::format(" | %{}", node.right);
      if (node.mark == Mark::kChanged) say_both(node, drawn);
    }
    drawing_.nodes.push_back(std::move(drawn));
  }

  /// Shows the entries about a changed node and the right side's text.
  void say_both(const MergedNode& node, DrawnNode& drawn) const {
    const Graph& right = *merged_.right;
    drawn.details += "  \u2192  " + print_node(right, node.right);
    const std::string from = lines_of(*merged_.left, node.left).front(),
                      to = lines_of(right, node.right).front();
    drawn.lines = {from};
    if (merged_.left->nodes[node.left].target != right.nodes[node.right].target)
      drawn.lines.push_back("\u2192 " + to);
    for (std::size_t k = 0; k < node.entries.size() && k < kMostEntries; ++k)
      drawn.lines.push_back(words_of(result_.entries[node.entries[k]]));
    if (node.entries.size() > kMostEntries)
      drawn.lines.push_back(counted(node.entries.size() - kMostEntries, "further difference"));
  }

  void add(const MergedEdge& edge) {
    const auto from = drawn_.find(edge.from), to = drawn_.find(edge.to);
    if (from == drawn_.end() && to == drawn_.end()) return;
    if (from != drawn_.end() && to != drawn_.end()) {
      drawing_.edges.push_back({from->second, to->second, edge.mark, edge.value, edge.argument});
    } else if (to != drawn_.end()) {
      drawing_.edges.push_back(
          {stub_of(to->second, before_), to->second, edge.mark, edge.value, edge.argument});
    } else {
      const auto known = uses_.find(from->second);
      if (known == uses_.end()) {
        uses_[from->second] = drawing_.edges.size();
        further_[drawing_.edges.size()] = 1;
        drawing_.edges.push_back({from->second, stub_of(from->second, after_)});
      } else {
        ++further_[known->second];
      }
    }
  }

  std::size_t stub_of(std::size_t node, std::map<std::size_t, std::size_t>& stubs) {
    const auto [known, is_new] = stubs.try_emplace(node, drawing_.nodes.size());
    if (is_new)
      drawing_.nodes.push_back(
          {.id = fmt::format("{} of {}", &stubs == &before_ ? "before" : "after", drawing_.nodes[node].id),
           .kind = DrawnKind::kLeftOut,
           .lines = {"..."},
           .details = "not drawn"});
    return known->second;
  }

  const MergedGraph& merged_;
  const DiffResult& result_;
  Drawing drawing_;
  std::map<std::size_t, std::size_t> drawn_;  ///< by merged node
  std::map<std::size_t, std::size_t> before_,
      after_;                                          ///< by drawn node: the node "..." for others
  std::map<std::size_t, std::size_t> uses_, further_;  ///< edge to `after_` by drawn node; uses by edge
};

/// The graph that a drawing shows, and the start nodes of the search.
struct Subject {
  std::optional<MergedGraph> merged;
  std::vector<std::size_t> seeds;
};

Subject subject_of(const GraphFile& left, const GraphFile& right, const PairedDiff& diff, std::size_t first) {
  const DiffPlace& place = diff.pairs.places.at(first);
  const DiffEntry& entry = diff.result.entries[first];
  Subject subject;
  if (place.graphs != DiffPlace::kNoGraphs) {
    subject.merged = merge_graphs(left, right, diff, place.graphs);
    for (std::size_t node = 0; node < subject.merged->nodes.size(); ++node) {
      const MergedNode& merged = subject.merged->nodes[node];
      const bool is_second = place.second != kNoNode && merged.left == place.second;
      if (is_second || std::ranges::find(merged.entries, first) != merged.entries.end())
        subject.seeds.push_back(node);
    }
  } else if (entry.kind == DiffKind::kMissing || entry.kind == DiffKind::kExtra) {
    const bool missing = entry.kind == DiffKind::kMissing;
    for (const Graph& graph : (missing ? left : right).graphs)
      if (graph.name.view() == entry.graph)
        subject.merged = lone_graph(graph, missing ? Mark::kMissing : Mark::kExtra);
    if (subject.merged && !subject.merged->nodes.empty()) subject.seeds.push_back(0);
  }
  return subject;
}

std::vector<std::string> captions_of(const DiffResult& result, std::size_t cause) {
  const RootCause& root = result.roots[cause];
  const DiffEntry& entry = result.entries[root.places.front()];
  std::string what = fmt::format("{}  {}  {}", to_string(root.kind), place_text(entry), subject_text(entry));
  if (root.places.size() > 1) what += fmt::format("  (the first of {} places)", root.places.size());
  return {what, "\u2212 on the left only   + on the right only   \u2260 differs"};
}

}  // namespace

Drawing draw_difference(const GraphFile& left, const GraphFile& right, const PairedDiff& diff,
                        std::size_t cause, const DifferenceOptions& options) {
  Subject subject = subject_of(left, right, diff, diff.result.roots.at(cause).places.front());
  Drawing drawing;
  if (subject.merged) {
    const Neighbourhood neighbourhood = Search(*subject.merged).around(std::move(subject.seeds), options);
    drawing = Picture(*subject.merged, diff.result).draw(neighbourhood);
    if (neighbourhood.left_out > 0)
      drawing.captions.push_back(counted(neighbourhood.left_out, "further node") + " nearby not drawn");
  }
  std::vector<std::string> captions = captions_of(diff.result, cause);
  drawing.captions.insert(drawing.captions.begin(), captions.begin(), captions.end());
  return drawing;
}

}  // namespace assay
