// explain_graphs: pair by pair.
#include "harness/diff/explain_graphs.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "harness/graph/text.h"

namespace assay {

std::string path_to(const Graph& graph, NodeId node) {
  return fmt::format("{}/%{}", graph.name.view(), node);
}

std::string op_of(const Node& node) {
  switch (node.kind) {
    case NodeKind::kInput:
      return fmt::format("input {}", to_string(node.role));
    case NodeKind::kOp:
      return to_string(node.target);
    case NodeKind::kOutput:
      break;
  }
  return "output";
}

namespace {

std::size_t count_edges(const Node& node) {
  std::size_t edges = 0;
  auto count = [&](const Ref&) { ++edges; };
  for (const Argument& argument : node.args) for_each_ref(argument.value, count);
  for (const Result& result : node.results) for_each_ref(result.value, count);
  return edges;
}

/// The differences of a pair, in order of comparison.
class PairReport : public PairWatcher {
 public:
  struct Part {
    DiffKind kind;
    std::string place;
    DiffWords words;
  };

  PairReport(const Pairing& pairing, std::vector<std::pair<Name, Name>>& sub_graphs)
      : pairing_(pairing), sub_graphs_(sub_graphs) {}

  bool explains() const override { return true; }
  bool refs(const Place&, const Ref& left, const Ref& right) override {
    bool same = left.path == right.path && pairing_.left[left.node] == right.node;
    ++(same ? matched_edges : changed_edges);
    if (!same) moved.push_back({left.node, right.node});
    return true;  // reported once per node, from changed_edges
  }
  bool sub_graphs(Name left, Name right) override {
    sub_graphs_.push_back({left, right});
    return true;  // reported inside the sub-graph
  }
  void differ(DiffKind kind, const Place& place, DiffWords words) override {
    parts.push_back({kind, to_string(place), std::move(words)});
  }

  std::vector<Part> parts;
  std::vector<std::pair<NodeId, NodeId>> moved;
  std::size_t matched_edges = 0, changed_edges = 0;

 private:
  const Pairing& pairing_;
  std::vector<std::pair<Name, Name>>& sub_graphs_;
};

/// Collects whole numbers that differ at the same place. False if anything else differs.
bool collect_numbers(const Value& left, const Value& right,
                     std::vector<std::pair<std::int64_t, std::int64_t>>& found) {
  if (left == right) return true;
  const auto *a = std::get_if<std::int64_t>(&left.data), *b = std::get_if<std::int64_t>(&right.data);
  if (a && b) return found.emplace_back(*a, *b), true;
  const auto *list = std::get_if<List>(&left.data), *other = std::get_if<List>(&right.data);
  if (!list || !other || list->items.size() != other->items.size()) return false;
  for (std::size_t index = 0; index < list->items.size(); ++index)
    if (!collect_numbers(list->items[index], other->items[index], found)) return false;
  return true;
}

class Explanation {
 public:
  Explanation(const GraphPair& graphs, const Matching& matching, const FlatPair* flat)
      : graphs_(graphs), matching_(matching), pairing_(matching.pairing), flat_(flat) {
    if (flat_ && (!flat_->soft.empty() || !graphs.left_classes.empty())) flat_ = nullptr;
  }

  GraphExplanation run() {
    verify_by_labels();
    verify_order();
    for (NodeId id = 0; id < graphs_.left.nodes.size(); ++id) {
      if (verified_[id]) continue;
      pairing_.left[id] == kNoNode ? missing(id) : pair(id, pairing_.left[id]);
    }
    for (NodeId id = 0; id < graphs_.right.nodes.size(); ++id)
      if (pairing_.right[id] == kNoNode) extra(id);
    for (NodeId id = 0; id < graphs_.left.nodes.size(); ++id)
      if (!in_order_[id]) order(id, pairing_.left[id]);
    return std::move(found_);
  }

 private:
  static const Graph& written(const AsWritten& as, const Graph& graph) {
    return as.graph ? *as.graph : graph;
  }
  static NodeId written(const AsWritten& as, NodeId id) { return as.ids ? (*as.ids)[id] : id; }
  using Print = std::string(const Graph&, NodeId);
  std::string left_text(NodeId id, Print print = print_node) const {
    return print(written(graphs_.left_written, graphs_.left), written(graphs_.left_written, id));
  }
  std::string right_text(NodeId id, Print print = print_node) const {
    return print(written(graphs_.right_written, graphs_.right), written(graphs_.right_written, id));
  }

  DiffEntry& add(DiffKind kind, NodeId a, NodeId b, std::string_view slot) {
    DiffEntry& entry = found_.entries.emplace_back();
    const Node& node = a != kNoNode ? graphs_.left.nodes[a] : graphs_.right.nodes[b];
    entry.kind = kind;
    entry.graph = (a != kNoNode ? graphs_.left : graphs_.right).name.str();
    entry.op = op_of(node);
    if (a != kNoNode && b != kNoNode) entry.right_op = op_of(graphs_.right.nodes[b]);
    entry.slot = slot;
    if (a != kNoNode) entry.left_path = path_to(graphs_.left, written(graphs_.left_written, a));
    if (b != kNoNode) entry.right_path = path_to(graphs_.right, written(graphs_.right_written, b));
    const Node& other = b != kNoNode ? graphs_.right.nodes[b] : node;
    entry.module = (node.meta.module.empty() ? other : node).meta.module.str();
    entry.source = (node.meta.source.empty() ? other : node).meta.source.str();
    entry.matcher = a != kNoNode && b != kNoNode ? matching_.by[a] : Matcher::kNone;
    EntryPlace& nodes = found_.places.emplace_back();
    nodes.left = a, nodes.right = b;
    return entry;
  }

  void missing(NodeId id) {
    add(DiffKind::kMissing, id, kNoNode, "").left = left_text(id);
    ++found_.nodes.missing;
    found_.edges.missing += count_edges(graphs_.left.nodes[id]);
  }
  void extra(NodeId id) {
    add(DiffKind::kExtra, kNoNode, id, "").right = right_text(id);
    ++found_.nodes.extra;
    found_.edges.extra += count_edges(graphs_.right.nodes[id]);
  }

  /// Equal labels mean equal arguments. Only references are left to compare, slot by slot.
  bool same_by_label(NodeId a, NodeId b) const {
    if (b == kNoNode || flat_->left.label[a] != flat_->right.label[b]) return false;
    std::span<const Slot> left = flat_->left.slots_of(a), right = flat_->right.slots_of(b);
    if (left.size() != right.size()) return false;
    for (std::size_t k = 0; k < left.size(); ++k)
      if (left[k].path != right[k].path || pairing_.left[left[k].target] != right[k].target) return false;
    return true;
  }

  /// Most pairs are equal and are only counted.
  void verify_by_labels() {
    const auto size = static_cast<NodeId>(pairing_.left.size());
    verified_.assign(size, false);
    if (flat_ == nullptr) return;
    for (NodeId id = 0; id < size; ++id) {
      if (!same_by_label(id, pairing_.left[id])) continue;
      verified_[id] = true;
      ++found_.nodes.matched;
      found_.edges.matched += flat_->left.slots_of(id).size();
    }
  }

  /// For most pairs the preceding nodes are partners too.
  void verify_order() {
    const auto size = static_cast<NodeId>(pairing_.left.size());
    in_order_.assign(size, true);
    for (NodeId id = 0; id < size; ++id)
      if (pairing_.left[id] != kNoNode) in_order_[id] = same_order(id, pairing_.left[id]);
  }
  bool same_order(NodeId a, NodeId b) const {
    const auto before = graphs_.left_order.before(a), other_before = graphs_.right_order.before(b);
    for (std::size_t k = 0; k < std::max(before.size(), other_before.size()); ++k)
      if (partner_of(nth(before, k)) != nth(other_before, k)) return false;
    return true;
  }
  NodeId partner_of(NodeId left) const { return left == kNoNode ? kNoNode : pairing_.left[left]; }

  void pair(NodeId a, NodeId b) {
    const Node &left = graphs_.left.nodes[a], &right = graphs_.right.nodes[b];
    PairReport report(pairing_, found_.sub_graphs);
    compare_node(left, right, Scope{graphs_.level, nullptr}, report);
    std::size_t paired_edges = report.matched_edges + report.changed_edges;
    found_.edges.matched += report.matched_edges;
    found_.edges.changed += report.changed_edges;
    found_.edges.missing += count_edges(left) - paired_edges;
    found_.edges.extra += count_edges(right) - paired_edges;
    bool same = report.parts.empty() && report.changed_edges == 0;
    ++(same ? found_.nodes.matched : found_.nodes.changed);
    if (left.kind != right.kind || left.target != right.target) return whole(DiffKind::kTarget, a, b);
    bool rewired = report.changed_edges > 0;
    for (PairReport::Part& part : report.parts) {
      rewired = rewired || part.kind == DiffKind::kRewired;
      if (part.kind == DiffKind::kRewired) continue;
      DiffEntry& entry = add(part.kind, a, b, part.place);
      entry.left = std::move(part.words.left), entry.right = std::move(part.words.right);
      entry.left_change = std::move(part.words.left_change);
      entry.right_change = std::move(part.words.right_change);
      if (part.kind == DiffKind::kConstant) changed_numbers(left, right, part.place, found_.places.back());
    }
    if (!rewired) return;
    whole(DiffKind::kRewired, a, b);
    found_.places.back().moved = std::move(report.moved);
  }

  static void changed_numbers(const Node& left, const Node& right, const std::string& name,
                              EntryPlace& place) {
    auto find = [&](const Node& node) {
      return std::ranges::find_if(node.args,
                                  [&](const Argument& argument) { return argument.name.view() == name; });
    };
    auto a = find(left), b = find(right);
    if (a == left.args.end() || b == right.args.end()) return;
    place.only_numbers = collect_numbers(a->value, b->value, place.numbers);
  }

  void whole(DiffKind kind, NodeId a, NodeId b) {
    DiffEntry& entry = add(kind, a, b, "");
    entry.left = left_text(a), entry.left_change = left_text(a, print_node_anywhere);
    entry.right = right_text(b), entry.right_change = right_text(b, print_node_anywhere);
  }

  /// A differing hidden reference means that `a` changed sides with a target, or that the two targets changed
  /// sides. The latter is reported at their turn.
  void order(NodeId a, NodeId b) {
    auto before = graphs_.left_order.before(a), other_before = graphs_.right_order.before(b);
    for (std::size_t k = 0; k < std::max(before.size(), other_before.size()); ++k) {
      NodeId x = nth(before, k), y = nth(other_before, k);
      NodeId x_right = partner_of(x);
      NodeId y_left = y == kNoNode ? kNoNode : pairing_.right[y];
      if (x_right == y) continue;
      if (x_right != kNoNode && x_right > b) swapped(x, a);
      if (y_left != kNoNode && y_left > a) swapped(a, y_left);
    }
  }

  void swapped(NodeId first, NodeId second) {
    if (!told_.insert({first, second}).second) return;
    DiffEntry& entry = add(DiffKind::kOrder, first, pairing_.left[first], "");
    found_.places.back().second = second;
    NodeId right_first = pairing_.left[second], right_second = pairing_.left[first];
    const auto on_left = [&](Print print) {
      return left_text(first, print) + "  before  " + left_text(second, print);
    };
    const auto on_right = [&](Print print) {
      return right_text(right_first, print) + "  before  " + right_text(right_second, print);
    };
    entry.left = on_left(print_node), entry.left_change = on_left(print_node_anywhere);
    entry.right = on_right(print_node), entry.right_change = on_right(print_node_anywhere);
  }

  const GraphPair& graphs_;
  const Matching& matching_;
  const Pairing& pairing_;
  const FlatPair* flat_;        ///< null if labels leave something out
  std::vector<bool> verified_;  ///< by left node: the pair needs no report
  std::vector<bool> in_order_;  ///< nor does its order
  GraphExplanation found_;
  std::set<std::pair<NodeId, NodeId>> told_;
};

}  // namespace

GraphExplanation explain_graphs(const GraphPair& graphs, const Matching& matching, const FlatPair* flat) {
  return Explanation(graphs, matching, flat).run();
}

}  // namespace assay
