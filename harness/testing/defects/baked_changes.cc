// Changes that replace an input, a state or a size by a constant, or change the bytes of constants.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "harness/graph/digest.h"
#include "harness/testing/defects/changes.h"

namespace assay::defects {
namespace {

using enum MutationKind;

bool is_baked(MutationKind kind, const Node& input, DType dtype) {
  if (kind == kBakeState) return input.role == Role::kBuffer || input.role == Role::kParameter;
  return input.role == Role::kUser && is_floating(dtype) == (kind == kBakeFloats);
}

/// A constant with these bytes. mutants_of() stores large constants beside the file.
Node constant_of(const Graph& graph, const TensorMeta& like, std::string bytes) {
  Node node;
  node.kind = NodeKind::kInput;
  node.role = Role::kConstant;
  node.name = Name(fmt::format("baked_{}", graph.nodes.size()));
  TensorMeta tensor = like;
  tensor.stride = contiguous_stride(tensor.shape);
  node.outputs.push_back({std::move(tensor)});
  std::string digest = sha256_hex(bytes);
  node.constant = ConstantValue{std::move(digest), std::move(bytes)};
  return node;
}

/// A module has its own states.
bool is_read_by_module(const Graph& graph, NodeId input) {
  return std::ranges::any_of(graph.nodes, [&](const Node& node) {
    bool reads = false;
    for (const Argument& argument : node.args)
      for_each_ref(argument.value, [&](const Ref& ref) { reads = reads || ref.node == input; });
    return reads && node.module;
  });
}

void bake_inputs(const Original& original, MutationKind kind, Changes& changes) {
  each(original, NodeKind::kInput, [&](Spot spot, const Node& input) {
    const TensorMeta* tensor = tensor_of(input.outputs[0]);
    if (tensor == nullptr || has_symbols(*tensor) || !is_baked(kind, input, tensor->dtype)) return;
    if (kind == kBakeState && is_read_by_module(original.file.graphs[spot.graph], spot.node)) return;
    const auto bytes = original.bytes.find({input.role, input.name.str()});
    if (bytes == original.bytes.end() || bytes->second.empty()) return;
    changes.push_back({{spot.graph, spot.node},
                       fmt::format("{} \"{}\"", to_string(input.role), input.name.view()),
                       [=, text = &bytes->second](Specimen& specimen) {
                         Graph& graph = specimen.graph(spot.graph);
                         const NodeId behind = spot.node + 1;
                         specimen.insert({spot.graph, behind}, constant_of(graph, *tensor, *text));
                         redirect(graph, Ref{spot.node, {0}}, Ref{behind, {0}}, behind);
                       }});
  });
}

/// Replaces a size by its number at capture.
void bake_sizes(const Original& original, Changes& changes) {
  const auto hint_of = [&](const Graph& graph, std::string_view text) -> std::optional<std::int64_t> {
    for (const Symbol& symbol : graph.symbols)
      if (symbol.name.view() == text) return symbol.hint;
    return std::nullopt;
  };
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    const Graph& graph = original.file.graphs[spot.graph];
    Node copy = node;
    std::size_t place = 0;
    for_each_value(copy, [&](Value& value) {
      const std::size_t here = place++;
      std::string_view text;
      if (const auto* expression = std::get_if<SymExpr>(&value.data)) text = expression->text.view();
      if (const Ref* ref = ref_of(value))
        if (const Output* output = output_at(graph, *ref))
          if (const auto* scalar = std::get_if<ScalarMeta>(&output->data)) text = scalar->expr.view();
      const auto hint = hint_of(graph, text);
      if (!hint) return;
      changes.push_back(
          {{spot.graph, spot.node}, fmt::format("{} -> {}", text, *hint), [=](Specimen& specimen) {
             std::size_t at = 0;
             for_each_value(specimen.at(spot), [&](Value& one) {
               if (at++ == here) one = *hint;
             });
           }});
    });
  });
}

template <typename T>
void change_bytes(std::string& bytes, T (*change)(T)) {
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    T element;
    std::memcpy(&element, bytes.data() + at, sizeof(T));
    element = change(element);
    std::memcpy(bytes.data() + at, &element, sizeof(T));
  }
}

void nudge_tensors(const Original& original, Changes& changes) {
  each(original, NodeKind::kInput, [&](Spot spot, const Node& input) {
    const TensorMeta* tensor = tensor_of(input.outputs[0]);
    if (input.role != Role::kConstant || tensor == nullptr || !input.constant || !input.constant->data)
      return;
    if (tensor->dtype != DType::kFloat32 && tensor->dtype != DType::kInt64) return;
    changes.push_back({{spot.graph, spot.node},
                       fmt::format("constant \"{}\"", input.name.view()),
                       [spot, dtype = tensor->dtype](Specimen& specimen) {
                         ConstantValue& value = *specimen.at(spot).constant;
                         if (dtype == DType::kFloat32)
                           change_bytes<float>(*value.data, [](float element) { return element * 1.0001F; });
                         else
                           change_bytes<std::int64_t>(*value.data,
                                                      [](std::int64_t element) { return element ^ 1; });
                         value.sha256 = sha256_hex(*value.data);
                       }});
  });
}

}  // namespace

Changes baked_changes(const Original& original, MutationKind kind) {
  Changes changes;
  if (kind == kBakeSize)
    bake_sizes(original, changes);
  else if (kind == kNudgeTensor)
    nudge_tensors(original, changes);
  else
    bake_inputs(original, kind, changes);
  return changes;
}

}  // namespace assay::defects
