// Dead code: individualise and propagate, with an explicit stack and a budget.
//
// Refined classes come first: unequal counts decide, and classes with a single node are pairs. The other
// nodes form connected components, matched in turn. Inside a component a node is tried against each node of
// its class. The consequences are propagated, and a contradiction undoes the choice. Greedy matching over
// components is complete because identity of components is an equivalence.
#include "harness/diff/dead_code.h"

#include <algorithm>
#include <array>
#include <map>

#include "harness/diff/refinement.h"
#include "harness/diff/sequence_ids.h"

namespace assay {

namespace {

constexpr int kRounds = 8;
constexpr std::int64_t kBudgetPerSlot = 400;
constexpr std::int64_t kLeastBudget = 2'000'000;

/// A connected set of free nodes in capture order, and the number of its multiset of classes.
struct Component {
  std::vector<NodeId> nodes;
  std::uint32_t signature = 0;
};

/// Verifies the arguments that labels leave out.
class RefsAside : public PairWatcher {
 public:
  explicit RefsAside(const GraphPair& graphs) : graphs_(graphs) {}
  bool refs(const Place&, const Ref&, const Ref&) override { return true; }
  bool sub_graphs(Name left, Name right) override { return graphs_.same_sub_graph(left, right); }

 private:
  const GraphPair& graphs_;
};

class DeadCodeMatch {
 public:
  DeadCodeMatch(const GraphPair& graphs, const FlatPair& flat, Pairing& pairing)
      : graphs_(graphs), flat_(flat), pairing_(pairing), classes_(refine(flat, pairing, kRounds)) {
    budget_ =
        kLeastBudget + kBudgetPerSlot * static_cast<std::int64_t>(flat.left.slots.size() + flat.left.size());
  }

  Sameness run() {
    if (!same_class_counts()) return Sameness::kDifferent;
    if (!join_single_classes()) return Sameness::kDifferent;
    SequenceIds signatures;
    auto left = components(flat_.left, classes_.left, pairing_.left, signatures);
    auto right = components(flat_.right, classes_.right, pairing_.right, signatures);
    if (left.size() != right.size()) return Sameness::kDifferent;
    std::vector<std::vector<Component*>> by_signature(signatures.count());
    for (Component& component : right) by_signature[component.signature].push_back(&component);
    for (const Component& component : left) {
      bool found = match_any(component, by_signature[component.signature]);
      if (budget_ < 0) return Sameness::kUndecided;
      if (!found) return Sameness::kDifferent;
    }
    return Sameness::kEqual;
  }

 private:
  /// A choice that may be undone: `node` with candidates[next - 1].
  struct Choice {
    NodeId node = kNoNode;
    std::vector<NodeId> candidates;
    std::size_t next = 0;
    std::size_t trail = 0;  ///< length of the trail before the choice
    std::size_t cursor = 0;
  };

  bool same_class_counts();
  bool join_single_classes();
  std::vector<Component> components(const FlatGraph& graph, const std::vector<std::uint32_t>& classes,
                                    const std::vector<NodeId>& partner, SequenceIds& signatures);
  bool match_any(const Component& left, std::vector<Component*>& candidates);
  bool match(const Component& left, const Component& right);
  Choice first_choice(const Component& left, const Component& right);
  Choice next_choice(std::size_t cursor);
  bool join(NodeId a, NodeId b);
  bool propagate();
  bool verify(NodeId a, NodeId b);
  bool join_consumers(NodeId a, NodeId b);
  void take_back(std::size_t length);

  using UseKey = std::array<std::uint32_t, 4>;  ///< slot, path, class, consumer
  void free_uses(const FlatGraph& graph, NodeId node, const std::vector<std::uint32_t>& classes,
                 const std::vector<NodeId>& partner, std::vector<UseKey>& uses);

  const GraphPair& graphs_;
  const FlatPair& flat_;
  Pairing& pairing_;
  NodeClasses classes_;
  std::int64_t budget_;
  std::vector<NodeId> trail_;  ///< left nodes in the order of pairing; verified up to verified_
  std::size_t verified_ = 0;
  std::vector<UseKey> left_uses_, right_uses_;
};

bool DeadCodeMatch::same_class_counts() {
  std::vector<std::int64_t> surplus(classes_.count, 0);
  for (std::uint32_t id : classes_.left) ++surplus[id];
  for (std::uint32_t id : classes_.right) --surplus[id];
  return std::ranges::all_of(surplus, [](std::int64_t count) { return count == 0; });
}

bool DeadCodeMatch::join_single_classes() {
  std::vector<NodeId> only(classes_.count, kNoNode);
  std::vector<std::uint32_t> count(classes_.count, 0);
  for (NodeId id = 0; id < classes_.right.size(); ++id)
    only[classes_.right[id]] = id, ++count[classes_.right[id]];
  for (NodeId id = 0; id < classes_.left.size(); ++id) {
    std::uint32_t node_class = classes_.left[id];
    if (pairing_.left[id] == kNoNode && count[node_class] == 1 && !join(id, only[node_class])) return false;
  }
  return propagate();
}

std::vector<Component> DeadCodeMatch::components(const FlatGraph& graph,
                                                 const std::vector<std::uint32_t>& classes,
                                                 const std::vector<NodeId>& partner,
                                                 SequenceIds& signatures) {
  std::vector<NodeId> parent(graph.size());
  for (NodeId id = 0; id < graph.size(); ++id) parent[id] = id;
  auto find = [&](NodeId id) {
    while (parent[id] != id) id = parent[id] = parent[parent[id]];
    return id;
  };
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (partner[id] != kNoNode) continue;
    for (const Slot& slot : graph.slots_of(id))
      if (slot.target != kNoNode && partner[slot.target] == kNoNode) parent[find(id)] = find(slot.target);
  }
  std::vector<std::size_t> index(graph.size(), graph.size());
  std::vector<Component> found;
  for (NodeId id = 0; id < graph.size(); ++id) {
    if (partner[id] != kNoNode) continue;
    std::size_t& place = index[find(id)];
    if (place == graph.size()) place = found.size(), found.emplace_back();
    found[place].nodes.push_back(id);
  }
  std::vector<std::uint32_t> key;
  for (Component& component : found) {
    key.clear();
    for (NodeId id : component.nodes) key.push_back(classes[id]);
    std::ranges::sort(key);
    component.signature = signatures.of(key);
  }
  return found;
}

bool DeadCodeMatch::match_any(const Component& left, std::vector<Component*>& candidates) {
  for (std::size_t index = 0; index < candidates.size() && budget_ >= 0; ++index) {
    if (!match(left, *candidates[index])) continue;
    std::swap(candidates[index], candidates.back());
    candidates.pop_back();
    return true;
  }
  return false;
}

bool DeadCodeMatch::match(const Component& left, const Component& right) {
  const std::size_t start = trail_.size();
  std::vector<Choice> choices{first_choice(left, right)};
  while (!choices.empty() && budget_ >= 0) {
    Choice& choice = choices.back();
    take_back(choice.trail);
    if (choice.next == choice.candidates.size()) {
      choices.pop_back();
      continue;
    }
    NodeId candidate = choice.candidates[choice.next++];
    if (!join(choice.node, candidate) || !propagate()) continue;
    if (trail_.size() - start == left.nodes.size()) return true;
    std::size_t cursor = choice.cursor;
    choices.push_back(next_choice(cursor));
  }
  take_back(start);
  return false;
}

DeadCodeMatch::Choice DeadCodeMatch::first_choice(const Component& left, const Component& right) {
  std::map<std::uint32_t, std::uint32_t> count;
  for (NodeId id : left.nodes) ++count[classes_.left[id]];
  Choice choice;
  choice.trail = choice.cursor = trail_.size();
  for (NodeId id : left.nodes)
    if (choice.node == kNoNode || count[classes_.left[id]] < count[classes_.left[choice.node]])
      choice.node = id;
  for (NodeId id : right.nodes)
    if (classes_.right[id] == classes_.left[choice.node]) choice.candidates.push_back(id);
  budget_ -= static_cast<std::int64_t>(left.nodes.size() + right.nodes.size());
  return choice;
}

/// Pairs are closed under references: an unfinished component has a free consumer of a paired node.
DeadCodeMatch::Choice DeadCodeMatch::next_choice(std::size_t cursor) {
  Choice choice;
  choice.trail = trail_.size();
  for (choice.cursor = cursor; choice.cursor < trail_.size(); ++choice.cursor) {
    NodeId producer = trail_[choice.cursor];
    free_uses(flat_.left, producer, classes_.left, pairing_.left, left_uses_);
    if (left_uses_.empty()) continue;
    free_uses(flat_.right, pairing_.left[producer], classes_.right, pairing_.right, right_uses_);
    const UseKey& use = left_uses_.front();
    choice.node = use[3];
    for (const UseKey& other : right_uses_)
      if (std::equal(use.begin(), use.begin() + 3, other.begin())) choice.candidates.push_back(other[3]);
    return choice;
  }
  return choice;
}

bool DeadCodeMatch::join(NodeId a, NodeId b) {
  if (pairing_.left[a] == b) return true;
  if (classes_.left[a] != classes_.right[b] || !pairing_.join(a, b)) return false;
  trail_.push_back(a);
  return true;
}

bool DeadCodeMatch::propagate() {
  while (verified_ < trail_.size()) {
    if (budget_ < 0) return false;
    NodeId a = trail_[verified_++];
    if (!verify(a, pairing_.left[a]) || !join_consumers(a, pairing_.left[a])) return false;
  }
  return true;
}

bool DeadCodeMatch::verify(NodeId a, NodeId b) {
  std::span<const Slot> left = flat_.left.slots_of(a), right = flat_.right.slots_of(b);
  std::size_t most = std::max(left.size(), right.size());
  budget_ -= static_cast<std::int64_t>(most) + 1;
  const Slot absent{kNoNode, kHiddenPath};
  for (std::size_t k = 0; k < most; ++k) {
    const Slot& x = k < left.size() ? left[k] : absent;
    const Slot& y = k < right.size() ? right[k] : absent;
    if (x.path != y.path || (x.target == kNoNode) != (y.target == kNoNode)) return false;
    if (x.target != kNoNode && !join(x.target, y.target)) return false;
  }
  if (flat_.soft.empty()) return true;
  RefsAside refs_aside(graphs_);
  return compare_node(graphs_.left.nodes[a], graphs_.right.nodes[b], Scope{graphs_.level, nullptr},
                      refs_aside);
}

void DeadCodeMatch::free_uses(const FlatGraph& graph, NodeId node, const std::vector<std::uint32_t>& classes,
                              const std::vector<NodeId>& partner, std::vector<UseKey>& uses) {
  uses.clear();
  for (const Use& use : graph.uses_of(node)) {
    if (partner[use.consumer] != kNoNode) continue;
    uses.push_back({use.slot, use.path, classes[use.consumer], use.consumer});
  }
  std::ranges::sort(uses);
  budget_ -= static_cast<std::int64_t>(graph.uses_of(node).size());
}

/// Pairs free consumers that are unique on both sides. False for unequal numbers: a contradiction.
bool DeadCodeMatch::join_consumers(NodeId a, NodeId b) {
  free_uses(flat_.left, a, classes_.left, pairing_.left, left_uses_);
  free_uses(flat_.right, b, classes_.right, pairing_.right, right_uses_);
  if (left_uses_.size() != right_uses_.size()) return false;
  auto same_place = [](const UseKey& x, const UseKey& y) {
    return std::equal(x.begin(), x.begin() + 3, y.begin());
  };
  for (std::size_t k = 0; k < left_uses_.size(); ++k) {
    if (!same_place(left_uses_[k], right_uses_[k])) return false;
    bool alone = (k == 0 || !same_place(left_uses_[k - 1], left_uses_[k])) &&
                 (k + 1 == left_uses_.size() || !same_place(left_uses_[k], left_uses_[k + 1]));
    if (alone && !join(left_uses_[k][3], right_uses_[k][3])) return false;
  }
  return true;
}

void DeadCodeMatch::take_back(std::size_t length) {
  budget_ -= static_cast<std::int64_t>(trail_.size() - length);
  while (trail_.size() > length) {
    pairing_.part(trail_.back());
    trail_.pop_back();
  }
  verified_ = std::min(verified_, length);
}

}  // namespace

Sameness match_dead_code(const GraphPair& graphs, const FlatPair& flat, Pairing& pairing) {
  return DeadCodeMatch(graphs, flat, pairing).run();
}

}  // namespace assay
