// Leftovers: what no name, class or slot has settled, in capture order.
#include <unordered_map>

#include "harness/diff/matchers.h"
#include "harness/diff/refinement.h"

namespace assay {

namespace {

void match_in_order(const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right,
                    Matching& matching) {
  struct Queue {
    std::vector<NodeId> nodes;
    std::size_t next = 0;
  };
  std::unordered_map<std::uint32_t, Queue> waiting;
  for (NodeId id = 0; id < right.size(); ++id)
    if (matching.pairing.right[id] == kNoNode) waiting[right[id]].nodes.push_back(id);
  for (NodeId id = 0; id < left.size(); ++id) {
    if (matching.pairing.left[id] != kNoNode) continue;
    auto found = waiting.find(left[id]);
    if (found == waiting.end() || found->second.next == found->second.nodes.size()) continue;
    matching.join(id, found->second.nodes[found->second.next++], Matcher::kNeighbour);
  }
}

}  // namespace

void match_leftovers(const FlatPair& flat, Matching& matching) {
  NodeClasses classes = classes_by_inputs(flat, matching.pairing);
  match_in_order(classes.left, classes.right, matching);
  match_in_order(flat.left.label, flat.right.label, matching);
}

}  // namespace assay
