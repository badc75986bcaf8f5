// The strategy: strict matchers are exhausted before loose matchers.
#include "harness/diff/strategy.h"

namespace assay {

namespace {

/// Shapes are ignored only if a change left much of the graph free (another batch size): without shapes an
/// inserted operator looks like its successor.
constexpr std::size_t kMuch = 8;

bool much_is_free(const Matching& matching) {
  std::size_t least = std::min(matching.pairing.left.size(), matching.pairing.right.size());
  return (least - matching.pairing.size) * kMuch > least;
}

/// Whether both sides have a free node with the same trait. Otherwise a sequence has nothing to find.
bool free_in_common(const GraphPair& graphs, const FlatPair& flat, const Matching& matching,
                    Strictness strictness) {
  std::vector<std::uint64_t> left, right;
  for (NodeId id = 0; id < flat.left.size(); ++id)
    if (matching.pairing.left[id] == kNoNode) left.push_back(trait(flat.left, graphs.left, id, strictness));
  for (NodeId id = 0; id < flat.right.size(); ++id)
    if (matching.pairing.right[id] == kNoNode)
      right.push_back(trait(flat.right, graphs.right, id, strictness));
  std::ranges::sort(left);
  std::ranges::sort(right);
  for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    if (left[i] == right[j]) return true;
    left[i] < right[j] ? ++i : ++j;
  }
  return false;
}

void match_around_gaps(const GraphPair& graphs, const FlatPair& flat, Matching& matching,
                       Strictness strictness) {
  match_slots(graphs, flat, matching, strictness);
  if (!free_in_common(graphs, flat, matching, strictness)) return;
  match_gaps(graphs, flat, matching, strictness);
  match_slots(graphs, flat, matching, strictness);
}

void match_without_shapes(const GraphPair& graphs, const FlatPair& flat, Matching& matching) {
  FlatPair bare = flat;
  relabel(graphs, Level::kStructure, bare);
  match_classes(bare, matching);
  match_around_gaps(graphs, bare, matching, Strictness::kLabel);
}

}  // namespace

Matching match_graphs(const GraphPair& graphs, const FlatPair& flat) {
  Matching matching(graphs.left, graphs.right);
  match_anchors(graphs, matching);
  match_classes(flat, matching);
  match_around_gaps(graphs, flat, matching, Strictness::kLabel);
  if (much_is_free(matching)) match_without_shapes(graphs, flat, matching);
  match_around_gaps(graphs, flat, matching, Strictness::kTarget);
  if (matching.complete_on_a_side()) return matching;
  match_slots(graphs, flat, matching, Strictness::kKind);
  if (!matching.complete_on_a_side()) match_leftovers(graphs, flat, matching);
  return matching;
}

}  // namespace assay
