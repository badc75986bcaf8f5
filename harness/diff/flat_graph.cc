// FlatGraph: labels by hash and verification, slots and uses in compressed rows.
#include "harness/diff/flat_graph.h"

#include <algorithm>
#include <array>
#include <map>

#include "harness/diff/at_once.h"
#include "harness/diff/fetch_ahead.h"
#include "harness/diff/node_words.h"

namespace assay {

namespace {

/// References may point anywhere; sub-graphs must be equal.
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

class Labels {
 public:
  Labels(const GraphPair& graphs, Level level, const SoftArguments& soft)
      : graphs_(graphs), scope_{level, &soft} {}

  /// Words and hashes run ahead of labels, so that the words each node is compared with can be asked for in
  /// time.
  std::vector<std::uint32_t> of(const Graph& graph) {
    const bool is_left = &graph == &graphs_.left;
    const std::size_t size = graph.nodes.size();
    std::vector<std::uint32_t> labels;
    labels.reserve(size);
    for (std::size_t next = 0; next < size + kDepth; ++next) {
      if (next < size) {
        fetch_after(graph.nodes, next);
        read(graph.nodes[next], coming(next));
        __builtin_prefetch(&table_[place_of(coming(next).hash)]);
      }
      if (const Example* example = likely_example(next, kAhead, size)) __builtin_prefetch(example);
      if (const Example* example = likely_example(next, 2 * kAhead, size)) fetch_words(*example);
      if (next < kDepth) continue;
      const Identity& now = coming(next - kDepth);
      labels.push_back(of(graph.nodes[next - kDepth], now.hash, now.words.all(), is_left));
    }
    return labels;
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(examples_.size()); }

  /// Labels of `other`, which has seen one graph, are labels here from now on; gives which each of them is.
  std::vector<std::uint32_t> take_in(const Labels& other) {
    std::vector<std::uint32_t> taken;
    for (const Example& example : other.examples_)
      taken.push_back(of(*example.node, example.hash, other.words_of(example), example.is_left));
    return taken;
  }

 private:
  /// Of a node: its words and a hash of them; where it has none, of the node.
  struct Identity {
    std::uint64_t hash = 0;
    NodeWords words;
  };
  /// The first node with a label. Its words lie with those of the others, where few of them fill a cache.
  struct Example {
    const Node* node;
    std::uint64_t hash;
    std::size_t first_word;
    std::uint32_t words;
    bool is_left;
  };

  static constexpr std::size_t kDepth = 3 * kAhead;

  Identity& coming(std::size_t node) {
    static_assert(kDepth < 32);
    return coming_[node % coming_.size()];
  }
  void read(const Node& node, Identity& identity) const {
    identity.words.read(node, scope_);
    identity.hash = identity.words.none() ? hash_node(node, scope_) : 1;
    for (const std::uint64_t word : identity.words.all()) identity.hash = mix(identity.hash, word);
  }
  std::span<const std::uint64_t> words_of(const Example& example) const {
    return std::span(words_).subspan(example.first_word, example.words);
  }
  void fetch_words(const Example& example) const {
    detail::fetch_bytes(words_.data() + example.first_word, example.words * sizeof(std::uint64_t));
  }
  std::size_t place_of(std::uint64_t hash) const { return (hash >> 20) & mask_; }

  /// Of node `next - before`: where a search begins it mostly ends.
  const Example* likely_example(std::size_t next, std::size_t before, std::size_t size) {
    if (next < before || next - before >= size) return nullptr;
    const std::uint32_t found = table_[place_of(coming(next - before).hash)];
    return found == 0 ? nullptr : &examples_[found - 1];
  }

  using Words = std::span<const std::uint64_t>;  ///< empty: none

  std::uint32_t of(const Node& node, std::uint64_t hash, Words words, bool is_left) {
    for (std::size_t place = place_of(hash);; place = (place + 1) & mask_) {
      if (table_[place] == 0) {
        examples_.push_back({&node, hash, words_.size(), static_cast<std::uint32_t>(words.size()), is_left});
        words_.insert(words_.end(), words.begin(), words.end());
        table_[place] = count();
        if (2 * examples_.size() > mask_) grow();
        return count() - 1;
      }
      const Example& example = examples_[table_[place] - 1];
      if (example.hash == hash && same(example, node, words, is_left)) return table_[place] - 1;
    }
  }

  bool same(const Example& example, const Node& node, Words words, bool is_left) const {
    if (example.words != 0 || !words.empty()) return std::ranges::equal(words_of(example), words);
    LabelWatcher watcher(graphs_, example.is_left, is_left);
    return compare_node(*example.node, node, scope_, watcher);
  }

  /// Graphs have few labels beside their nodes, so the table stays within the cache that most lookups need.
  void grow() {
    mask_ = 4 * mask_ + 3;
    table_.assign(mask_ + 1, 0);
    for (std::uint32_t label = 0; label < count(); ++label) {
      std::size_t place = place_of(examples_[label].hash);
      while (table_[place] != 0) place = (place + 1) & mask_;
      table_[place] = label + 1;
    }
  }

  const GraphPair& graphs_;
  Scope scope_;
  std::size_t mask_ = 1023;  ///< a power of two less one
  /// Open addressing, at most half full: label + 1, 0 when free.
  std::vector<std::uint32_t> table_ = std::vector<std::uint32_t>(mask_ + 1, 0);
  std::vector<Example> examples_;
  std::vector<std::uint64_t> words_;   ///< of all examples
  std::array<Identity, 32> coming_{};  ///< of the last nodes, in a ring
};

/// Numbers for output paths of a graph: the index itself for a flat output, numbers from the top for nested
/// ones.
class Paths {
 public:
  std::uint32_t of(const OutputPath& path) {
    if (path.size() == 1) return path[0];
    auto [place, is_new] =
        nested_.try_emplace(path, kHiddenPath - 1 - static_cast<std::uint32_t>(nested_.size()));
    return place->second;
  }

  /// Numbers of `other`, given to `slots`, become those here.
  void take_in(const Paths& other, std::vector<Slot>& slots) {
    if (other.nested_.empty()) return;
    std::map<std::uint32_t, std::uint32_t> taken;
    for (const auto& [path, number] : other.nested_) taken[number] = of(path);
    for (Slot& slot : slots)
      if (const auto found = taken.find(slot.path); found != taken.end()) slot.path = found->second;
  }

 private:
  std::map<OutputPath, std::uint32_t> nested_;
};

/// Reads the soft arguments on the way.
void add_slots(const Graph& graph, const EffectOrder* order, Paths& paths, FlatGraph& flat,
               SoftArguments& soft) {
  auto add = [&](const Ref& ref) { flat.slots.push_back({ref.node, paths.of(ref.path)}); };
  flat.slot_begin.reserve(graph.nodes.size() + 1);
  flat.slots.reserve(2 * graph.nodes.size());
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    flat.slot_begin.push_back(static_cast<std::uint32_t>(flat.slots.size()));
    const Node& node = graph.nodes[id];
    fetch_after(graph.nodes, id);
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
  Labels left(graphs, level, flat.soft), right(graphs, level, flat.soft);
  at_once(
      graphs.left.nodes.size(), [&] { flat.left.label = left.of(graphs.left); },
      [&] { flat.right.label = right.of(graphs.right); });
  const std::vector<std::uint32_t> taken = left.take_in(right);
  for (std::uint32_t& label : flat.right.label) label = taken[label];
  flat.labels = left.count();
}

FlatPair flatten(const GraphPair& graphs, HiddenSlots hidden) {
  FlatPair pair;
  SoftArguments soft_right;
  Paths paths, paths_right;
  const bool ordered = hidden == HiddenSlots::kIncluded;
  const std::size_t nodes = graphs.left.nodes.size();
  at_once(
      nodes,
      [&] { add_slots(graphs.left, ordered ? &graphs.left_order : nullptr, paths, pair.left, pair.soft); },
      [&] {
        add_slots(graphs.right, ordered ? &graphs.right_order : nullptr, paths_right, pair.right, soft_right);
      });
  pair.soft.add_from(soft_right);
  paths.take_in(paths_right, pair.right.slots);
  relabel(graphs, graphs.level, pair);
  at_once(
      nodes, [&] { add_uses(pair.left); }, [&] { add_uses(pair.right); });
  return pair;
}

}  // namespace assay
