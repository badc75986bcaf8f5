// Classes: pairs by computation and by use.
//
// A class is a 64-bit hash. Nodes whose hash is unique on both sides are a pair. Every pair is verified
// afterwards: a hash collision may cost a message, never a verdict.
#include <boost/sort/spreadsort/integer_sort.hpp>

#include "harness/diff/matchers.h"

namespace assay {

namespace {

enum class Direction : std::uint8_t { kInputs, kUses };

constexpr std::uint64_t kPaired = 0x5851F42D4C957F2D, kFree = 0x14057B7EF767814F,
                        kNoTarget = 0xDA3E39CB94B95BDB;

/// The hash of each node of a graph.
class Hashes {
 public:
  /// A pair is identified by its left node, on both sides.
  Hashes(const FlatGraph& graph, const std::vector<NodeId>& partner, bool is_left)
      : graph_(graph), partner_(partner), hash_(graph.size()) {
    for (NodeId id = 0; id < graph.size(); ++id)
      hash_[id] = free(id) ? mix(kFree, graph.label[id]) : mix(kPaired, is_left ? id : partner[id]);
  }

  struct Entry {
    std::uint64_t hash;
    NodeId node;
  };
  /// Runs a pass and returns the free nodes with a unique hash, sorted by hash.
  std::vector<Entry> single(Direction direction) {
    pass(direction);
    return single();
  }

 private:
  void pass(Direction direction) {
    if (direction == Direction::kInputs) {
      for (NodeId id = 0; id < graph_.size(); ++id)
        if (free(id)) hash_[id] = by_inputs(id);
    } else {
      for (auto id = static_cast<NodeId>(graph_.size()); id-- > 0;)
        if (free(id)) hash_[id] = by_uses(id);
    }
  }

  std::vector<Entry> single() const {
    std::vector<Entry> entries;
    for (NodeId id = 0; id < graph_.size(); ++id)
      if (free(id)) entries.push_back({hash_[id], id});
    boost::sort::spreadsort::integer_sort(
        entries.begin(), entries.end(),
        [](const Entry& entry, unsigned offset) { return entry.hash >> offset; },
        [](const Entry& a, const Entry& b) { return a.hash < b.hash; });
    std::size_t kept = 0;
    for (std::size_t next = 0, end = 0; next < entries.size(); next = end) {
      while (end < entries.size() && entries[end].hash == entries[next].hash) ++end;
      if (end == next + 1) entries[kept++] = entries[next];
    }
    entries.resize(kept);
    return entries;
  }

  bool free(NodeId id) const { return partner_[id] == kNoNode; }

  std::uint64_t by_inputs(NodeId id) const {
    std::uint64_t hash = hash_[id];
    for (const Slot& slot : graph_.slots_of(id))
      hash = mix(mix(hash, slot.target == kNoNode ? kNoTarget : hash_[slot.target]), slot.path);
    return hash;
  }
  /// A sum, because consumers have no order.
  std::uint64_t by_uses(NodeId id) const {
    std::uint64_t sum = 0;
    for (const Use& use : graph_.uses_of(id)) sum += mix(mix(hash_[use.consumer], use.slot), use.path);
    return mix(hash_[id], sum);
  }

  const FlatGraph& graph_;
  const std::vector<NodeId>& partner_;
  std::vector<std::uint64_t> hash_;
};

void match_single(const FlatPair& flat, Matching& matching, Direction direction) {
  const auto of_left = Hashes(flat.left, matching.pairing.left, true).single(direction);
  const auto of_right = Hashes(flat.right, matching.pairing.right, false).single(direction);
  auto other = of_right.begin();
  for (const auto& [hash, node] : of_left) {
    while (other != of_right.end() && other->hash < hash) ++other;
    if (other == of_right.end()) return;
    if (other->hash == hash) matching.join(node, other->node, Matcher::kHash);
  }
}

}  // namespace

void match_classes(const FlatPair& flat, Matching& matching) {
  match_single(flat, matching, Direction::kInputs);
  match_single(flat, matching, Direction::kUses);
}

}  // namespace assay
