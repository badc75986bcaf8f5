// Slots: from pairs to their neighbours.
#include <algorithm>
#include <array>
#include <deque>

#include "harness/diff/matchers.h"

namespace assay {

namespace {

/// How much two nodes must share to be paired because they are at the same slot of a pair.
enum Strictness : std::size_t { kLabel, kTarget, kKind, kStrictnesses };

class SlotMatch {
 public:
  SlotMatch(const GraphPair& graphs, const FlatPair& flat, Matching& matching)
      : graphs_(graphs), flat_(flat), matching_(matching) {}

  void run() {
    for (NodeId id = 0; id < flat_.left.size(); ++id)
      if (matching_.pairing.left[id] != kNoNode) pending_[kLabel].push_back(id);
    while (auto strictness = next()) {
      std::deque<NodeId>& queue = pending_[*strictness];
      NodeId id = queue.front();
      queue.pop_front();
      if (*strictness + 1 < kStrictnesses) pending_[*strictness + 1].push_back(id);
      through_slots(id, matching_.pairing.left[id], *strictness);
      through_uses(id, matching_.pairing.left[id], *strictness);
    }
  }

 private:
  /// Strict conclusions are exhausted before a looser one is drawn.
  std::optional<Strictness> next() const {
    for (std::size_t strictness = 0; strictness < kStrictnesses; ++strictness)
      if (!pending_[strictness].empty()) return static_cast<Strictness>(strictness);
    return std::nullopt;
  }

  std::uint64_t trait(const FlatGraph& flat, const Graph& graph, NodeId id, Strictness strictness) const {
    const Node& node = graph.nodes[id];
    if (strictness == kLabel) return flat.label[id];
    std::uint64_t kind = mix(static_cast<std::uint64_t>(node.kind), static_cast<std::uint64_t>(node.role));
    if (strictness == kKind) return kind;
    return mix(mix(kind, static_cast<std::uint64_t>(node.target.kind)), node.target.name.hash());
  }
  std::uint64_t left_trait(NodeId id, Strictness strictness) const {
    return trait(flat_.left, graphs_.left, id, strictness);
  }
  std::uint64_t right_trait(NodeId id, Strictness strictness) const {
    return trait(flat_.right, graphs_.right, id, strictness);
  }

  void join(NodeId a, NodeId b, Strictness strictness) {
    matching_.join(a, b, strictness == kKind ? Matcher::kNeighbour : Matcher::kSlots);
    pending_[kLabel].push_back(a);
  }

  void through_slots(NodeId a, NodeId b, Strictness strictness) {
    std::span<const Slot> left = flat_.left.slots_of(a), right = flat_.right.slots_of(b);
    for (std::size_t k = 0; k < std::min(left.size(), right.size()); ++k) {
      NodeId x = left[k].target, y = right[k].target;
      if (left[k].path != right[k].path || !matching_.free(x, y)) continue;
      if (left_trait(x, strictness) == right_trait(y, strictness)) join(x, y, strictness);
    }
  }

  /// A free consumer: where it uses the node, its trait, itself.
  using FreeUse = std::array<std::uint64_t, 4>;

  void through_uses(NodeId a, NodeId b, Strictness strictness) {
    left_uses_.clear();
    for (const Use& use : flat_.left.uses_of(a))
      if (matching_.pairing.left[use.consumer] == kNoNode)
        left_uses_.push_back({use.slot, flat_.left.slots_of(use.consumer)[use.slot].path,
                              left_trait(use.consumer, strictness), use.consumer});
    if (left_uses_.empty()) return;
    right_uses_.clear();
    for (const Use& use : flat_.right.uses_of(b))
      if (matching_.pairing.right[use.consumer] == kNoNode)
        right_uses_.push_back({use.slot, flat_.right.slots_of(use.consumer)[use.slot].path,
                               right_trait(use.consumer, strictness), use.consumer});
    std::sort(left_uses_.begin(), left_uses_.end());
    std::sort(right_uses_.begin(), right_uses_.end());
    join_single_uses(strictness);
  }

  void join_single_uses(Strictness strictness) {
    auto same = [](const FreeUse& x, const FreeUse& y) {
      return std::equal(x.begin(), x.begin() + 3, y.begin());
    };
    auto alone = [&](const std::vector<FreeUse>& uses, std::size_t k) {
      return (k == 0 || !same(uses[k - 1], uses[k])) && (k + 1 == uses.size() || !same(uses[k], uses[k + 1]));
    };
    std::size_t j = 0;
    for (std::size_t i = 0; i < left_uses_.size(); ++i) {
      while (j < right_uses_.size() &&
             std::lexicographical_compare(right_uses_[j].begin(), right_uses_[j].begin() + 3,
                                          left_uses_[i].begin(), left_uses_[i].begin() + 3))
        ++j;
      if (j == right_uses_.size()) return;
      if (!same(left_uses_[i], right_uses_[j]) || !alone(left_uses_, i) || !alone(right_uses_, j)) continue;
      auto x = static_cast<NodeId>(left_uses_[i][3]), y = static_cast<NodeId>(right_uses_[j][3]);
      if (matching_.free(x, y)) join(x, y, strictness);
    }
  }

  const GraphPair& graphs_;
  const FlatPair& flat_;
  Matching& matching_;
  std::array<std::deque<NodeId>, kStrictnesses> pending_;
  std::vector<FreeUse> left_uses_, right_uses_;
};

}  // namespace

void match_slots(const GraphPair& graphs, const FlatPair& flat, Matching& matching) {
  SlotMatch(graphs, flat, matching).run();
}

}  // namespace assay
