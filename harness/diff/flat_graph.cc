// FlatGraph: labels by hash and verification, slots and uses in compressed rows.
#include "harness/diff/flat_graph.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <map>
#include <utility>

namespace assay {

namespace {

/// References may differ, sub-graphs must be equal.
class LabelWatcher : public PairWatcher {
 public:
  LabelWatcher(const GraphPair& graphs, bool left_first, bool left_second)
      : left_(left_first ? graphs.left_classes : graphs.right_classes),
        right_(left_second ? graphs.left_classes : graphs.right_classes) {}
  bool refs(const Place&, const Ref&, const Ref&) override { return true; }
  bool sub_graphs(Name left, Name right) override {
    auto a = left_.find(left), b = right_.find(right);
    if (a == left_.end() || b == right_.end()) return a == left_.end() && b == right_.end() && left == right;
    return a->second == b->second;
  }

 private:
  const SubGraphClasses& left_;
  const SubGraphClasses& right_;
};

/// Labels of both graphs: equal nodes have equal numbers.
class Labels {
 public:
  Labels(const GraphPair& graphs, Level level, const SoftArguments& soft)
      : graphs_(graphs), scope_{level, &soft} {}

  std::vector<std::uint32_t> of(const Graph& graph) {
    const bool is_left = &graph == &graphs_.left;
    std::vector<std::uint32_t> labels;
    labels.reserve(graph.nodes.size());
    for (const Node& node : graph.nodes) labels.push_back(of(node, is_left));
    return labels;
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(examples_.size()); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  /// The first node with a label.
  struct Example {
    const Node* node;
    bool is_left;
    std::uint32_t next;  ///< another label with the same hash
  };

  std::uint32_t of(const Node& node, bool is_left) {
    std::uint32_t& first = first_.try_emplace(hash_node(node, scope_), kNone).first->second;
    for (std::uint32_t label = first; label != kNone; label = examples_[label].next)
      if (same(examples_[label], node, is_left)) return label;
    examples_.push_back({&node, is_left, std::exchange(first, count())});
    return first;
  }

  bool same(const Example& example, const Node& node, bool is_left) const {
    LabelWatcher watcher(graphs_, example.is_left, is_left);
    return compare_node(*example.node, node, scope_, watcher);
  }

  const GraphPair& graphs_;
  Scope scope_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> first_;  ///< by hash: the newest label
  std::vector<Example> examples_;
};

/// Numbers for output paths: the index for a flat output, numbers from the top down for nested outputs.
class Paths {
 public:
  std::uint32_t of(const OutputPath& path) {
    if (path.size() == 1) return path[0];
    auto [place, is_new] =
        nested_.try_emplace(path, kHiddenPath - 1 - static_cast<std::uint32_t>(nested_.size()));
    return place->second;
  }

 private:
  std::map<OutputPath, std::uint32_t> nested_;
};

/// Also collects the soft arguments.
void add_slots(const Graph& graph, const EffectOrder* order, Paths& paths, FlatGraph& flat,
               SoftArguments& soft) {
  auto add = [&](const Ref& ref) { flat.slots.push_back({ref.node, paths.of(ref.path)}); };
  flat.slot_begin.reserve(graph.nodes.size() + 1);
  flat.slots.reserve(2 * graph.nodes.size());
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    flat.slot_begin.push_back(static_cast<std::uint32_t>(flat.slots.size()));
    const Node& node = graph.nodes[id];
    soft.add_from(node);
    for (const Argument& argument : node.args) for_each_ref(argument.value, add);
    for (const Result* result : sorted_results(node)) for_each_ref(result->value, add);
    if (order == nullptr) continue;
    for (NodeId before : order->before(id)) flat.slots.push_back({before, kHiddenPath});
  }
  flat.slot_begin.push_back(static_cast<std::uint32_t>(flat.slots.size()));
}

void add_uses(FlatGraph& flat) {
  flat.use_begin.assign(flat.size() + 1, 0);
  for (const Slot& slot : flat.slots)
    if (slot.target != kNoNode) ++flat.use_begin[slot.target + 1];
  for (std::size_t id = 0; id < flat.size(); ++id) flat.use_begin[id + 1] += flat.use_begin[id];
  flat.uses.resize(flat.use_begin.back());
  std::vector<std::uint32_t> next(flat.use_begin.begin(), flat.use_begin.end() - 1);
  for (NodeId id = 0; id < flat.size(); ++id) {
    std::span<const Slot> slots = flat.slots_of(id);
    for (std::uint32_t k = 0; k < slots.size(); ++k)
      if (slots[k].target != kNoNode) flat.uses[next[slots[k].target]++] = {id, k, slots[k].path};
  }
}

}  // namespace

void relabel(const GraphPair& graphs, Level level, FlatPair& flat) {
  Labels labels(graphs, level, flat.soft);
  flat.left.label = labels.of(graphs.left);
  flat.right.label = labels.of(graphs.right);
  flat.labels = labels.count();
}

FlatPair flatten(const GraphPair& graphs, HiddenSlots hidden) {
  FlatPair pair;
  Paths paths;
  const bool ordered = hidden == HiddenSlots::kIncluded;
  add_slots(graphs.left, ordered ? &graphs.left_order : nullptr, paths, pair.left, pair.soft);
  add_slots(graphs.right, ordered ? &graphs.right_order : nullptr, paths, pair.right, pair.soft);
  relabel(graphs, graphs.level, pair);
  add_uses(pair.left);
  add_uses(pair.right);
  return pair;
}

}  // namespace assay
