// Anchors: nodes with a name of their own.
#include <map>
#include <utility>

#include "harness/diff/compare_node.h"
#include "harness/diff/matchers.h"

namespace assay {

namespace {

std::vector<NodeId> anchors_of(const Graph& graph) {
  std::vector<NodeId> anchors;
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    if (is_named_input(graph.nodes[id])) anchors.push_back(id);
  return anchors;
}

struct Anchors {
  std::vector<NodeId> left, right;
};

template <typename Key>
void match_inputs_by(const GraphPair& graphs, const Anchors& anchors, Matching& matching, Key&& key_of) {
  std::map<decltype(key_of(std::declval<const Node&>())), NodeId> left;
  for (const NodeId id : anchors.left)
    if (matching.pairing.left[id] == kNoNode) left.try_emplace(key_of(graphs.left.nodes[id]), id);
  for (const NodeId id : anchors.right) {
    auto found = left.find(key_of(graphs.right.nodes[id]));
    if (found != left.end()) matching.join(found->second, id, Matcher::kAnchor);
  }
}

}  // namespace

void match_anchors(const GraphPair& graphs, Matching& matching) {
  const Anchors anchors = {anchors_of(graphs.left), anchors_of(graphs.right)};
  match_inputs_by(graphs, anchors, matching,
                  [](const Node& node) { return std::pair(node.role, node.name); });
  match_inputs_by(graphs, anchors, matching, [](const Node& node) { return node.name; });
  auto ends = [](const Graph& graph) {
    return !graph.nodes.empty() && graph.nodes.back().kind == NodeKind::kOutput;
  };
  if (ends(graphs.left) && ends(graphs.right))
    matching.join(static_cast<NodeId>(graphs.left.nodes.size() - 1),
                  static_cast<NodeId>(graphs.right.nodes.size() - 1), Matcher::kAnchor);
}

}  // namespace assay
