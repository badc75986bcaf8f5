// Gaps: Myers between pairs.
#include <algorithm>
#include <unordered_map>

#include "harness/diff/matchers.h"
#include "harness/diff/myers.h"

namespace assay {

namespace {

constexpr std::size_t kMostEdits = 1'000;

/// Nodes in depth-first order from the end through ordered slots, inputs first. Independent of the capture
/// order for all nodes that an output reaches.
std::vector<NodeId> walk_order(const FlatGraph& flat) {
  std::vector<NodeId> order;
  order.reserve(flat.size());
  std::vector<char> seen(flat.size(), 0);
  std::vector<std::pair<NodeId, std::uint32_t>> open;
  for (NodeId start = static_cast<NodeId>(flat.size()); start-- > 0;) {
    if (seen[start] || !(start + 1 == flat.size() || flat.uses_of(start).empty())) continue;
    seen[start] = 1;
    open.push_back({start, 0});
    while (!open.empty()) {
      auto& [node, next] = open.back();
      if (next == flat.slots_of(node).size()) {
        order.push_back(node);
        open.pop_back();
        continue;
      }
      NodeId target = flat.slots_of(node)[next++].target;
      if (target == kNoNode || seen[target]) continue;
      seen[target] = 1;
      open.push_back({target, 0});
    }
  }
  return order;
}

using Gaps = std::unordered_map<NodeId, std::vector<NodeId>>;  ///< by left node of the pair before the gap

Gaps gaps_of(const FlatGraph& flat, const std::vector<NodeId>& partner, bool is_left) {
  Gaps gaps;
  NodeId last = kNoNode;
  for (NodeId id : walk_order(flat)) {
    if (partner[id] == kNoNode)
      gaps[last].push_back(id);
    else
      last = is_left ? id : partner[id];
  }
  return gaps;
}

}  // namespace

void match_gaps(const GraphPair& graphs, const FlatPair& flat, Matching& matching, Strictness strictness) {
  Gaps left = gaps_of(flat.left, matching.pairing.left, true);
  Gaps right = gaps_of(flat.right, matching.pairing.right, false);
  for (const auto& [before, left_nodes] : left) {
    auto found = right.find(before);
    if (found == right.end()) continue;
    std::vector<std::uint64_t> left_traits, right_traits;
    for (NodeId id : left_nodes) left_traits.push_back(trait(flat.left, graphs.left, id, strictness));
    for (NodeId id : found->second) right_traits.push_back(trait(flat.right, graphs.right, id, strictness));
    for (auto [i, j] : common_subsequence(left_traits, right_traits, kMostEdits))
      matching.join(left_nodes[i], found->second[j], Matcher::kSequence);
  }
}

}  // namespace assay
