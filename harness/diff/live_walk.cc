// The live walk.
#include "harness/diff/live_walk.h"

#include <algorithm>
#include <unordered_map>

#include "harness/diff/compare_node.h"

namespace assay {

namespace {

/// At `exact` partners write the same storages, so the last writers of a storage are partners too. Below
/// `exact` mutation is not compared: writers without readers are left to the dead code.
bool join_last_writers(GraphPair& graphs, Pairing& pairing, const Ref& left, const Ref& right) {
  if (graphs.level < Level::kExact) return true;
  return pairing.join_optional(graphs.left_order.last_writer(left), graphs.right_order.last_writer(right));
}

class Joiner : public PairWatcher {
 public:
  Joiner(GraphPair& graphs, Pairing& pairing) : graphs_(graphs), pairing_(pairing) {}
  bool refs(const Place&, const Ref& left, const Ref& right) override {
    if (left.path != right.path || !pairing_.join(left.node, right.node)) return false;
    return !at_output_ || join_last_writers(graphs_, pairing_, left, right);
  }
  bool sub_graphs(Name left, Name right) override { return graphs_.same_sub_graph(left, right); }

  /// A result shows the final content of its storage.
  void at_output(const Node& node) { at_output_ = node.kind == NodeKind::kOutput; }

 private:
  GraphPair& graphs_;
  Pairing& pairing_;
  bool at_output_ = false;
};

using InputKey = std::pair<Role, Name>;
struct HashInputKey {
  std::size_t operator()(const InputKey& key) const {
    return mix(static_cast<std::uint64_t>(key.first), key.second.hash());
  }
};

using NamedInputs = std::unordered_map<InputKey, NodeId, HashInputKey>;

/// Named inputs by role and name; kNoNode for a name that occurs twice and cannot be an anchor.
NamedInputs named_inputs(const Graph& graph) {
  NamedInputs inputs;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (!is_named_input(node)) continue;
    auto [place, is_new] = inputs.try_emplace({node.role, node.name}, id);
    if (!is_new) place->second = kNoNode;
  }
  return inputs;
}

/// Pairs named inputs and their last writers.
bool join_inputs(GraphPair& graphs, Pairing& pairing) {
  const NamedInputs left = named_inputs(graphs.left), right = named_inputs(graphs.right);
  if (left.size() != right.size()) return false;
  for (const auto& [key, id] : left) {
    const auto other = right.find(key);
    if (other == right.end() || !pairing.join_optional(id, other->second)) return false;
    if (id != kNoNode && !join_last_writers(graphs, pairing, Ref{id, {0}}, Ref{other->second, {0}}))
      return false;
  }
  return true;
}

bool join_outputs(const Graph& left, const Graph& right, Pairing& pairing) {
  auto output_of = [](const Graph& graph) {
    bool has = !graph.nodes.empty() && graph.nodes.back().kind == NodeKind::kOutput;
    return has ? static_cast<NodeId>(graph.nodes.size() - 1) : kNoNode;
  };
  return pairing.join_optional(output_of(left), output_of(right));
}

}  // namespace

bool walk_live(GraphPair& graphs, Pairing& pairing) {
  if (!join_inputs(graphs, pairing) || !join_outputs(graphs.left, graphs.right, pairing) ||
      !pairing.join_optional(graphs.left_order.last_draw(), graphs.right_order.last_draw()) ||
      !pairing.join_optional(graphs.left_order.last_state(), graphs.right_order.last_state()))
    return false;
  Joiner joiner(graphs, pairing);
  const Scope scope{graphs.level, nullptr};
  for (NodeId id = static_cast<NodeId>(graphs.left.nodes.size()); id-- > 0;) {
    NodeId other = pairing.left[id];
    if (other == kNoNode) continue;
    joiner.at_output(graphs.left.nodes[id]);
    if (!compare_node(graphs.left.nodes[id], graphs.right.nodes[other], scope, joiner)) return false;
    auto before = graphs.left_order.before(id), other_before = graphs.right_order.before(other);
    std::size_t most = std::max(before.size(), other_before.size());
    for (std::size_t k = 0; k < most; ++k)
      if (!pairing.join_optional(nth(before, k), nth(other_before, k))) return false;
  }
  return true;
}

}  // namespace assay
