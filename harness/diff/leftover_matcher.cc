// Leftovers: nodes that no name, class, slot or sequence has paired.
#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>

#include "harness/diff/matchers.h"
#include "harness/diff/refinement.h"

namespace assay {

namespace {

/// Neighbours read per node. More would cost much and decide little.
constexpr std::size_t kMostNeighbours = 64;

/// Pairs free nodes with equal keys, in capture order. Nodes without a key stay free.
template <typename Key>
void match_in_order(Matching& matching, Key&& left_key, Key&& right_key) {
  struct Queue {
    std::vector<NodeId> nodes;
    std::size_t next = 0;
  };
  const std::vector<NodeId>&left = matching.pairing.left, &right = matching.pairing.right;
  std::unordered_map<std::uint64_t, Queue> waiting;
  for (NodeId id = 0; id < right.size(); ++id)
    if (const std::optional<std::uint64_t> key = right[id] == kNoNode ? right_key(id) : std::nullopt)
      waiting[*key].nodes.push_back(id);
  for (NodeId id = 0; id < left.size(); ++id) {
    const std::optional<std::uint64_t> key = left[id] == kNoNode ? left_key(id) : std::nullopt;
    const auto found = key ? waiting.find(*key) : waiting.end();
    if (found == waiting.end() || found->second.next == found->second.nodes.size()) continue;
    matching.join(id, found->second.nodes[found->second.next++], Matcher::kNeighbour);
  }
}

void match_equal_classes(const NodeClasses& classes, Matching& matching) {
  const auto key_in = [](const std::vector<std::uint32_t>& side) {
    return [&side](NodeId id) { return std::optional<std::uint64_t>(side[id]); };
  };
  match_in_order(matching, key_in(classes.left), key_in(classes.right));
}

/// Pairs nodes without any neighbours. By target the same operator is the same node; by kind the rest are
/// replacements.
void match_isolated(const GraphPair& graphs, const FlatPair& flat, Matching& matching,
                    Strictness strictness) {
  const auto key_in = [strictness](const FlatGraph& side, const Graph& graph) {
    return [&side, &graph, strictness](NodeId id) -> std::optional<std::uint64_t> {
      const auto absent = [](const Slot& slot) { return slot.target == kNoNode; };
      const std::span<const Slot> slots = side.slots_of(id);
      if (!side.uses_of(id).empty() || !std::ranges::all_of(slots, absent)) return std::nullopt;
      return trait(side, graph, id, strictness);
    };
  };
  match_in_order(matching, key_in(flat.left, graphs.left), key_in(flat.right, graphs.right));
}

/// Pairs a free node with the free node that most of its paired neighbours vote for.
class Votes {
 public:
  Votes(const GraphPair& graphs, const FlatPair& flat, Matching& matching)
      : graphs_(graphs), flat_(flat), matching_(matching) {}

  void match(Strictness strictness) {
    for (NodeId id = 0; id < flat_.left.size(); ++id) {
      if (matching_.pairing.left[id] != kNoNode) continue;
      count(id, trait(flat_.left, graphs_.left, id, strictness), strictness);
      auto best =
          std::ranges::max_element(votes_, [](const auto& a, const auto& b) { return a.second < b.second; });
      if (best != votes_.end()) matching_.join(id, best->first, Matcher::kNeighbour);
    }
  }

 private:
  void count(NodeId id, std::uint64_t wanted, Strictness strictness) {
    votes_.clear();
    auto vote = [&](NodeId other) {
      if (other == kNoNode || matching_.pairing.right[other] != kNoNode) return;
      if (trait(flat_.right, graphs_.right, other, strictness) == wanted) ++votes_[other];
    };
    for (const Slot& slot : first(flat_.left.slots_of(id)))
      if (NodeId partner = partner_of(slot.target); partner != kNoNode)
        for (const Use& use : first(flat_.right.uses_of(partner))) vote(use.consumer);
    for (const Use& use : first(flat_.left.uses_of(id)))
      if (NodeId partner = partner_of(use.consumer); partner != kNoNode)
        for (const Slot& slot : first(flat_.right.slots_of(partner))) vote(slot.target);
  }
  template <typename Item>
  static std::span<const Item> first(std::span<const Item> items) {
    return items.first(std::min(items.size(), kMostNeighbours));
  }
  NodeId partner_of(NodeId id) const { return id == kNoNode ? kNoNode : matching_.pairing.left[id]; }

  const GraphPair& graphs_;
  const FlatPair& flat_;
  Matching& matching_;
  std::map<NodeId, std::size_t> votes_;  ///< a tie goes to the first in capture order
};

}  // namespace

void match_leftovers(const GraphPair& graphs, const FlatPair& flat, Matching& matching) {
  NodeClasses classes = classes_by_inputs(flat, matching.pairing);
  match_equal_classes(classes, matching);
  Votes votes(graphs, flat, matching);
  votes.match(Strictness::kLabel);
  votes.match(Strictness::kTarget);
  match_isolated(graphs, flat, matching, Strictness::kTarget);
  match_isolated(graphs, flat, matching, Strictness::kKind);
}

}  // namespace assay
