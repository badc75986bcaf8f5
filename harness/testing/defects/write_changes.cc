// Changes of writes: lost, repeated, applied to a copy, moved before or after a read.
#include <fmt/format.h>

#include "harness/testing/defects/changes.h"
#include "harness/testing/defects/conflicts.h"

namespace assay::defects {
namespace {

/// The single tensor that an in-place operator writes and returns. nullptr if it writes several or returns
/// others.
const Ref* written_by(const Node& node) {
  if (node.effects.mutates.size() != 1 || node.outputs.size() > 1) return nullptr;
  const Value* value = argument(node, node.effects.mutates[0].view());
  return value == nullptr ? nullptr : ref_of(*value);
}

void lose_writes(const Original& original, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    const Ref* written = written_by(node);
    if (written == nullptr) return;
    changes.push_back({{spot.graph, spot.node},
                       fmt::format("{} lost", stem_of(node)),
                       [spot, to = *written](Specimen& specimen) {
                         redirect(specimen.graph(spot.graph), Ref{spot.node, {0}}, to);
                         specimen.remove(spot);
                       }});
  });
}

void double_writes(const Original& original, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    if (written_by(node) == nullptr) return;
    changes.push_back({{spot.graph, spot.node},
                       fmt::format("{} twice", stem_of(node)),
                       [spot](Specimen& specimen) { specimen.insert(spot, specimen.at(spot)); }});
  });
}

/// Computes the final value of an input or state once more from itself.
void double_mutations(const Original& original, Changes& changes) {
  each(original, NodeKind::kOutput, [&](Spot output, const Node& node) {
    const std::vector<Node>& nodes = original.file.graphs[output.graph].nodes;
    for (const Result& result : node.results) {
      const Ref* made = ref_of(result.value);
      if (result.role != ResultRole::kMutation || made == nullptr || nodes[made->node].kind != NodeKind::kOp)
        continue;
      const Node& maker = nodes[made->node];
      const Ref* self = maker.args.empty() ? nullptr : ref_of(maker.args[0].value);
      if (self == nullptr || nodes[self->node].kind != NodeKind::kInput || maker.outputs.size() != 1)
        continue;
      changes.push_back({{output.graph, made->node},
                         label_of(result) + " twice",
                         [spot = Spot{output.graph, made->node}](Specimen& specimen) {
                           const Node copy = specimen.at(spot);
                           wrap_output(specimen, spot, Ref{spot.node, {0}}, copy);
                           specimen.at({spot.graph, spot.node + 1}).args[0].value = Ref{spot.node, {0}};
                         }});
    }
  });
}

void write_copies(const Original& original, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    const Ref* written = written_by(node);
    const TensorMeta* tensor =
        written == nullptr ? nullptr : tensor_of(original.file.graphs[spot.graph], *written);
    if (tensor == nullptr) return;
    changes.push_back(
        {{spot.graph, spot.node},
         fmt::format("{} of a copy", stem_of(node)),
         [spot, self = *written, tensor](Specimen& specimen) {
           const Name name = specimen.at(spot).effects.mutates[0];
           specimen.insert(spot, make_call(specimen.graph(spot.graph), Made::kClone, self, {}, *tensor));
           *argument(specimen.at({spot.graph, spot.node + 1}), name.view()) = Ref{spot.node, {0}};
         }});
  });
}

bool reads(const Node& node, NodeId other) {
  bool found = false;
  for (const Argument& argument : node.args)
    for_each_ref(argument.value, [&](const Ref& ref) { found = found || ref.node == other; });
  return found;
}

/// Swaps a write with the next or previous operator that touches its memory, unless a read of the write's
/// result is in between.
void swap_writes_and_reads(const Original& original, Changes& changes) {
  for (std::size_t at = 0; at < original.file.graphs.size(); ++at) {
    const Graph& graph = original.file.graphs[at];
    const Conflicts conflicts(graph);
    for (NodeId write = 0; write < graph.nodes.size(); ++write) {
      if (graph.nodes[write].kind != NodeKind::kOp || !original.live[at][write] || !conflicts.writes(write))
        continue;
      for (NodeId other = write + 1; other < graph.nodes.size(); ++other) {
        const Node& node = graph.nodes[other];
        if (node.kind != NodeKind::kOp || reads(node, write)) break;
        if (!conflicts.writes_what_touches(write, other) || !node.alias.empty()) continue;
        changes.push_back({{at, write},
                           fmt::format("%{} behind %{}", write, other),
                           [at, write, other](Specimen& specimen) {
                             specimen.move({at, write}, other);
                           }});
        break;
      }
      for (NodeId other = write; other-- > 0;) {
        const Node& node = graph.nodes[other];
        if (node.kind != NodeKind::kOp || reads(graph.nodes[write], other)) break;
        if (!conflicts.writes_what_touches(write, other) || !node.alias.empty()) continue;
        changes.push_back({{at, write},
                           fmt::format("%{} before %{}", write, other),
                           [at, write, other](Specimen& specimen) {
                             specimen.move({at, write}, other);
                           }});
        break;
      }
    }
  }
}

}  // namespace

Changes write_changes(const Original& original, MutationKind kind) {
  Changes changes;
  if (kind == MutationKind::kLoseWrite) lose_writes(original, changes);
  if (kind == MutationKind::kDoubleWrite)
    double_writes(original, changes), double_mutations(original, changes);
  if (kind == MutationKind::kWriteCopy) write_copies(original, changes);
  if (kind == MutationKind::kSwapWriteAndRead) swap_writes_and_reads(original, changes);
  return changes;
}

}  // namespace assay::defects
