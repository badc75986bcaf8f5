// EffectOrder: one pass in capture order.
#include "harness/diff/effect_order.h"

#include <algorithm>

namespace assay {

EffectOrder::EffectOrder(const Graph& graph) {
  bool any = std::ranges::any_of(graph.nodes, [](const Node& node) { return node.effects.any(); });
  if (!any) return;
  storages_.emplace(graph);
  writer_.assign(storages_->size(), kNoNode);
  begin_.reserve(graph.nodes.size() + 1);
  hidden_.reserve(4 * graph.nodes.size());
  begin_.push_back(0);
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    if (graph.nodes[id].kind == NodeKind::kOp) visit(graph.nodes[id], id);
    begin_.push_back(static_cast<std::uint32_t>(hidden_.size()));
  }
}

void EffectOrder::visit(const Node& node, NodeId id) {
  std::vector<const Ref*> written;
  for (Name argument : node.effects.mutates) collect_refs(node, argument.view(), written);
  bool default_generator = node.effects.rng;
  if (node.effects.rng) {
    std::size_t mutated = written.size();
    collect_refs(node, "generator", written);
    default_generator = written.size() == mutated;
  }
  hidden_.push_back(last_state_);
  hidden_.push_back(default_generator ? last_draw_ : kNoNode);
  for (const Argument& argument : node.args)
    for_each_ref(argument.value, [&](const Ref& ref) { hidden_.push_back(writer_[storages_->of(ref)]); });
  for (const Ref* ref : written) writer_[storages_->of(*ref)] = id;
  if (default_generator) last_draw_ = id;
  if (node.effects.state) last_state_ = id;
}

std::span<const NodeId> EffectOrder::before(NodeId node) const {
  if (begin_.empty()) return {};
  return std::span(hidden_).subspan(begin_[node], begin_[node + 1] - begin_[node]);
}

NodeId EffectOrder::last_writer(const Ref& ref) { return storages_ ? writer_[storages_->of(ref)] : kNoNode; }

}  // namespace assay
