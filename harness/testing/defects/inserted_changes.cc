// Changes that insert or remove an operator: on tangents, between types, between a tensor and its copy.
#include <algorithm>

#include <fmt/format.h>

#include "harness/testing/defects/changes.h"

namespace assay::defects {
namespace {

using enum MutationKind;

struct TensorEdge {
  Spot reader;
  std::size_t place;  ///< index of the reference in the reader
  Ref ref;
  const TensorMeta& tensor;
};

/// Each reference to a tensor in live operators and results, except those of a module to its own states.
template <typename Visit>
void each_edge(const Original& original, Visit&& visit) {
  const auto look = [&](Spot spot, const Node& node) {
    Node copy = node;
    const std::vector<Ref*> refs = refs_of(copy);
    const Graph& graph = original.file.graphs[spot.graph];
    for (std::size_t place = 0; place < refs.size(); ++place) {
      if (node.module && graph.nodes[refs[place]->node].kind == NodeKind::kInput &&
          graph.nodes[refs[place]->node].role != Role::kUser)
        continue;
      if (const TensorMeta* tensor = tensor_of(graph, *refs[place]))
        visit(TensorEdge{spot, place, *refs[place], *tensor}, node);
    }
  };
  each(original, NodeKind::kOp, look);
  each(original, NodeKind::kOutput, look);
}

std::vector<Value> last_two(std::size_t rank) {
  return {Value(static_cast<std::int64_t>(rank) - 2), Value(static_cast<std::int64_t>(rank) - 1)};
}

bool is_square(const TensorMeta& tensor) {
  const std::size_t rank = tensor.shape.size();
  return rank >= 2 && tensor.shape[rank - 1] == tensor.shape[rank - 2] && tensor.shape[rank - 1].number != 1;
}

/// The first dimension with several elements.
std::optional<std::int64_t> turned_dim(const TensorMeta& tensor) {
  for (std::size_t dim = 0; dim < tensor.shape.size(); ++dim)
    if (tensor.shape[dim].symbolic() || tensor.shape[dim].number > 1) return static_cast<std::int64_t>(dim);
  return std::nullopt;
}

Value list(std::int64_t item) { return Value(List{{Value(item)}}); }

void turn_tangents(const Original& original, MutationKind kind, Changes& changes) {
  each_edge(original, [&](const TensorEdge& edge, const Node&) {
    const Node& given = original.file.graphs[edge.reader.graph].nodes[edge.ref.node];
    if (given.kind != NodeKind::kInput || given.role != Role::kTangent) return;
    const auto dim = turned_dim(edge.tensor);
    if (!dim || (kind == kTransposeTangent && !is_square(edge.tensor))) return;
    changes.push_back({{edge.reader.graph, edge.reader.node},
                       fmt::format("of tangent \"{}\"", given.name.view()),
                       [=, edge = TensorEdge(edge)](Specimen& specimen) {
                         const Graph& graph = specimen.graph(edge.reader.graph);
                         const TensorMeta tensor = edge.tensor;
                         const std::size_t rank = tensor.shape.size();
                         Node turned =
                             kind == kFlipTangent
                                 ? make_call(graph, Made::kFlip, edge.ref, {list(*dim)}, tensor)
                             : kind == kRollTangent
                                 ? make_call(graph, Made::kRoll, edge.ref, {list(1), list(*dim)}, tensor)
                                 : make_call(graph, Made::kTranspose, edge.ref, last_two(rank), tensor);
                         wrap(specimen, edge.reader, edge.place, std::move(turned));
                       }});
  });
}

/// A square weight is read transposed.
void transpose_squares(const Original& original, Changes& changes) {
  each_edge(original, [&](const TensorEdge& edge, const Node& reader) {
    const Node& given = original.file.graphs[edge.reader.graph].nodes[edge.ref.node];
    if (given.kind != NodeKind::kInput || given.role != Role::kParameter || !is_square(edge.tensor) ||
        reader.module)
      return;
    changes.push_back({{edge.reader.graph, edge.reader.node},
                       fmt::format("\"{}\" transposed", given.name.view()),
                       [edge = TensorEdge(edge)](Specimen& specimen) {
                         wrap(specimen, edge.reader, edge.place,
                              make_call(specimen.graph(edge.reader.graph), Made::kTranspose, edge.ref,
                                        last_two(edge.tensor.shape.size()), edge.tensor));
                       }});
  });
}

/// A cast to another type and back, for one reader.
void there_and_back(const Original& original, DType through, Changes& changes) {
  each_edge(original, [&](const TensorEdge& edge, const Node& reader) {
    if (edge.tensor.dtype != DType::kFloat32 || reader.effects.any() || reader.kind != NodeKind::kOp) return;
    changes.push_back(
        {{edge.reader.graph, edge.reader.node},
         fmt::format("%{} by way of {}", edge.ref.node, to_string(through)),
         [through, edge = TensorEdge(edge)](Specimen& specimen) {
           const Graph& graph = specimen.graph(edge.reader.graph);
           const TensorMeta back = edge.tensor;
           TensorMeta there = back;
           there.dtype = through;
           wrap(specimen, edge.reader, edge.place,
                make_call(graph, Made::kTo, edge.ref, {Value(through)}, there));
           const Spot moved{edge.reader.graph, edge.reader.node + 1};
           wrap(specimen, moved, edge.place,
                make_call(graph, Made::kTo, Ref{edge.reader.node, {0}}, {Value(back.dtype)}, back));
         }});
  });
}

void insert_everywhere(const Original& original, Made made, Changes& changes) {
  each_edge(original, [&](const TensorEdge& edge, const Node& reader) {
    const Node& given = original.file.graphs[edge.reader.graph].nodes[edge.ref.node];
    const bool views = made == Made::kClone;
    if (reader.kind != NodeKind::kOp || (views && (given.alias.empty() && reader.effects.mutates.empty())))
      return;
    if (!views && (!is_floating(edge.tensor.dtype) || !reader.effects.mutates.empty())) return;
    changes.push_back({{edge.reader.graph, edge.reader.node},
                       fmt::format("of %{}", edge.ref.node),
                       [made, edge = TensorEdge(edge)](Specimen& specimen) {
                         wrap(specimen, edge.reader, edge.place,
                              make_call(specimen.graph(edge.reader.graph), made, edge.ref, {}, edge.tensor));
                       }});
  });
}

/// A result that is an input, a state or a view of another tensor becomes a copy.
void copy_results(const Original& original, Changes& changes) {
  each_edge(original, [&](const TensorEdge& edge, const Node& reader) {
    const Node& given = original.file.graphs[edge.reader.graph].nodes[edge.ref.node];
    if (reader.kind != NodeKind::kOutput || (given.alias.empty() && given.kind != NodeKind::kInput)) return;
    changes.push_back(
        {{edge.reader.graph, edge.reader.node},
         fmt::format("result %{}", edge.ref.node),
         [edge = TensorEdge(edge)](Specimen& specimen) {
           wrap(specimen, edge.reader, edge.place,
                make_call(specimen.graph(edge.reader.graph), Made::kClone, edge.ref, {}, edge.tensor));
         }});
  });
}

bool is_dropped_by(MutationKind kind, const Node& node, const TensorMeta& given, const TensorMeta& made) {
  const std::string_view stem = stem_of(node);
  if (kind == kDropClone) return (stem == "clone" || stem == "contiguous") && given.shape == made.shape;
  if (kind == kDropDetach) return stem == "detach";
  return given.dtype != made.dtype && is_floating(given.dtype) && is_floating(made.dtype) &&
         given.shape == made.shape;
}

/// Users of a copied, detached or cast tensor read the tensor itself.
void drop(const Original& original, MutationKind kind, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    const Ref* self = node.args.empty() || node.outputs.size() != 1 ? nullptr : ref_of(node.args[0].value);
    const TensorMeta* given = self == nullptr ? nullptr : tensor_of(original.file.graphs[spot.graph], *self);
    const TensorMeta* made = node.outputs.empty() ? nullptr : tensor_of(node.outputs[0]);
    if (given == nullptr || made == nullptr || !is_dropped_by(kind, node, *given, *made) ||
        node.effects.any())
      return;
    changes.push_back({{spot.graph, spot.node},
                       fmt::format("{} lost", stem_of(node)),
                       [spot, to = *self](Specimen& specimen) {
                         redirect(specimen.graph(spot.graph), Ref{spot.node, {0}}, to);
                       }});
  });
}

}  // namespace

Changes inserted_changes(const Original& original, MutationKind kind) {
  Changes changes;
  if (kind == kFlipTangent || kind == kRollTangent || kind == kTransposeTangent)
    turn_tangents(original, kind, changes);
  if (kind == kTransposeSquare) transpose_squares(original, changes);
  if (kind == kAddCast) there_and_back(original, DType::kBFloat16, changes);
  if (kind == kWidenAndNarrow) there_and_back(original, DType::kFloat64, changes);
  if (kind == kAddClone) insert_everywhere(original, Made::kClone, changes);
  if (kind == kAddDetach) insert_everywhere(original, Made::kDetach, changes);
  if (kind == kCopyResult) copy_results(original, changes);
  if (kind == kDropClone || kind == kDropDetach || kind == kLoseCast) drop(original, kind, changes);
  return changes;
}

}  // namespace assay::defects
