// Anchors: what has a name of its own.
#include <map>
#include <utility>

#include "harness/diff/matchers.h"

namespace assay {

namespace {

template <typename Key>
void match_inputs_by(const GraphPair& graphs, Matching& matching, Key&& key_of) {
  std::map<decltype(key_of(std::declval<const Node&>())), NodeId> left;
  const std::vector<Node>&left_nodes = graphs.left.nodes, &right_nodes = graphs.right.nodes;
  auto anchors = [](const Node& node) {
    return node.kind == NodeKind::kInput && node.role != Role::kConstant;
  };
  for (NodeId id = 0; id < left_nodes.size(); ++id)
    if (anchors(left_nodes[id]) && matching.pairing.left[id] == kNoNode)
      left.try_emplace(key_of(left_nodes[id]), id);
  for (NodeId id = 0; id < right_nodes.size(); ++id) {
    if (!anchors(right_nodes[id])) continue;
    auto found = left.find(key_of(right_nodes[id]));
    if (found != left.end()) matching.join(found->second, id, Matcher::kAnchor);
  }
}

}  // namespace

void match_anchors(const GraphPair& graphs, Matching& matching) {
  match_inputs_by(graphs, matching, [](const Node& node) { return std::pair(node.role, node.name); });
  match_inputs_by(graphs, matching, [](const Node& node) { return node.name; });
  auto ends = [](const Graph& graph) {
    return !graph.nodes.empty() && graph.nodes.back().kind == NodeKind::kOutput;
  };
  if (ends(graphs.left) && ends(graphs.right))
    matching.join(static_cast<NodeId>(graphs.left.nodes.size() - 1),
                  static_cast<NodeId>(graphs.right.nodes.size() - 1), Matcher::kAnchor);
}

}  // namespace assay
