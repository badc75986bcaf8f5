// Slots: from pairs to their neighbours.
#include <algorithm>
#include <array>

#include "harness/diff/matchers.h"

namespace assay {

std::uint64_t trait(const FlatGraph& flat, const Graph& graph, NodeId id, Strictness strictness) {
  const Node& node = graph.nodes[id];
  if (strictness == Strictness::kLabel) return flat.label[id];
  std::uint64_t kind = mix(static_cast<std::uint64_t>(node.kind), static_cast<std::uint64_t>(node.role));
  if (strictness == Strictness::kKind) return kind;
  return mix(mix(kind, static_cast<std::uint64_t>(node.target.kind)), node.target.name.hash());
}

namespace {

class SlotMatch {
 public:
  SlotMatch(const GraphPair& graphs, const FlatPair& flat, Matching& matching, Strictness strictness)
      : graphs_(graphs), flat_(flat), matching_(matching), strictness_(strictness) {}

  void run() {
    seed();
    // Grows during the loop. NOLINTNEXTLINE(modernize-loop-convert)
    for (std::size_t next = 0; next < pending_.size(); ++next) {
      NodeId id = pending_[next], other = matching_.pairing.left[id];
      if (graphs_.left.nodes[id].kind == NodeKind::kOutput)
        through_results(id, other);
      else
        through_slots(id, other);
      through_uses(id, other);
    }
  }

 private:
  /// Only pairs next to a free node can extend.
  void seed() {
    std::vector<char> wanted(flat_.left.size(), 0);
    const std::vector<NodeId>&left = matching_.pairing.left, &right = matching_.pairing.right;
    auto want = [&](NodeId id) {
      if (id != kNoNode) wanted[id] = 1;
    };
    for (NodeId id = 0; id < left.size(); ++id) {
      if (left[id] != kNoNode) continue;
      for (const Slot& slot : flat_.left.slots_of(id)) want(slot.target);
      for (const Use& use : flat_.left.uses_of(id)) want(use.consumer);
    }
    for (NodeId id = 0; id < right.size(); ++id) {
      if (right[id] != kNoNode) continue;
      for (const Slot& slot : flat_.right.slots_of(id))
        if (slot.target != kNoNode) want(right[slot.target]);
      for (const Use& use : flat_.right.uses_of(id)) want(right[use.consumer]);
    }
    for (NodeId id = 0; id < left.size(); ++id)
      if (wanted[id] && left[id] != kNoNode) pending_.push_back(id);
  }

  std::uint64_t left_trait(NodeId id) const { return trait(flat_.left, graphs_.left, id, strictness_); }
  std::uint64_t right_trait(NodeId id) const { return trait(flat_.right, graphs_.right, id, strictness_); }

  void join(NodeId a, NodeId b) {
    matching_.join(a, b, strictness_ == Strictness::kKind ? Matcher::kNeighbour : Matcher::kSlots);
    pending_.push_back(a);
  }

  void through_slot(const Slot& left, const Slot& right) {
    if (left.target == kNoNode || right.target == kNoNode || left.path != right.path) return;
    if (!matching_.free(left.target, right.target)) return;
    if (left_trait(left.target) == right_trait(right.target)) join(left.target, right.target);
  }

  void through_slots(NodeId a, NodeId b) {
    std::span<const Slot> left = flat_.left.slots_of(a), right = flat_.right.slots_of(b);
    for (std::size_t k = 0; k < std::min(left.size(), right.size()); ++k) through_slot(left[k], right[k]);
  }

  /// Results are paired by name, not by number: an added or removed result must not shift the others.
  void through_results(NodeId a, NodeId b) {
    auto keys = [](const Graph& graph, NodeId id) {
      std::vector<std::pair<ResultRole, Name>> found;
      for (const Result* result : sorted_results(graph.nodes[id]))
        for_each_ref(result->value, [&](const Ref&) { found.push_back({result->role, result->name}); });
      return found;
    };
    auto left_keys = keys(graphs_.left, a), right_keys = keys(graphs_.right, b);
    std::span<const Slot> left = flat_.left.slots_of(a), right = flat_.right.slots_of(b);
    for (std::size_t i = 0, j = 0; i < left_keys.size() && j < right_keys.size();) {
      if (left_keys[i] == right_keys[j])
        through_slot(left[i++], right[j++]);
      else
        left_keys[i] < right_keys[j] ? ++i : ++j;
    }
  }

  /// A free consumer: slot, path, trait, id.
  using FreeUse = std::array<std::uint64_t, 4>;

  void through_uses(NodeId a, NodeId b) {
    left_uses_.clear();
    for (const Use& use : flat_.left.uses_of(a))
      if (matching_.pairing.left[use.consumer] == kNoNode)
        left_uses_.push_back({use.slot, use.path, left_trait(use.consumer), use.consumer});
    if (left_uses_.empty()) return;
    right_uses_.clear();
    for (const Use& use : flat_.right.uses_of(b))
      if (matching_.pairing.right[use.consumer] == kNoNode)
        right_uses_.push_back({use.slot, use.path, right_trait(use.consumer), use.consumer});
    std::ranges::sort(left_uses_);
    std::ranges::sort(right_uses_);
    join_single_uses();
  }

  void join_single_uses() {
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
      if (matching_.free(x, y)) join(x, y);
    }
  }

  const GraphPair& graphs_;
  const FlatPair& flat_;
  Matching& matching_;
  Strictness strictness_;
  std::vector<NodeId> pending_;
  std::vector<FreeUse> left_uses_, right_uses_;
};

}  // namespace

void match_slots(const GraphPair& graphs, const FlatPair& flat, Matching& matching, Strictness strictness) {
  SlotMatch(graphs, flat, matching, strictness).run();
}

}  // namespace assay
