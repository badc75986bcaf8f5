// Changes of edges: swapped values of equal shape, and lost values.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "harness/testing/defects/changes.h"

namespace assay::defects {
namespace {

using enum MutationKind;

constexpr std::array<std::string_view, 24> kCommutative{
    "add",       "add_",    "mul",         "mul_",        "eq",          "ne",
    "maximum",   "minimum", "logical_and", "logical_or",  "bitwise_and", "bitwise_or",
    "__and__",   "__or__",  "and_",        "or_",         "iadd",        "imul",
    "logaddexp", "fmax",    "fmin",        "logical_xor", "dot",         "bitwise_xor"};

bool is_commutative(const Node& node) {
  return std::ranges::find(kCommutative, stem_of(node)) != kCommutative.end();
}

std::string label(const Node& input) {
  return fmt::format("{} \"{}\"", to_string(input.role), input.name.view());
}

/// All uses of two live inputs, of equal role and shape, are swapped.
void swap_inputs(const Original& original, Role role, Changes& changes) {
  each(original, NodeKind::kInput, [&](Spot spot, const Node& left) {
    const Graph& graph = original.file.graphs[spot.graph];
    for (NodeId id = spot.node + 1; left.role == role && id < graph.nodes.size(); ++id) {
      const Node& right = graph.nodes[id];
      if (right.kind != NodeKind::kInput || right.role != role || !original.live[spot.graph][id]) continue;
      if (tensor_of(left.outputs[0]) == nullptr || !(left.outputs[0] == right.outputs[0])) continue;
      changes.push_back(
          {{spot.graph, spot.node}, label(left) + " <-> " + label(right), [spot, id](Specimen& specimen) {
             for (Node& node : specimen.graph(spot.graph).nodes)
               for (Ref* ref : refs_of(node))
                 if (ref->node == spot.node || ref->node == id) ref->node = spot.node + id - ref->node;
           }});
    }
  });
}

struct Operands {
  std::size_t left, right;
};

/// Argument pairs of an operator with different tensors of equal shape and type.
std::vector<Operands> alike_arguments(const Graph& graph, const Node& node) {
  std::vector<Operands> found;
  for (std::size_t left = 0; left < node.args.size(); ++left)
    for (std::size_t right = left + 1; right < node.args.size(); ++right) {
      const Ref *a = ref_of(node.args[left].value), *b = ref_of(node.args[right].value);
      if (a == nullptr || b == nullptr || *a == *b) continue;
      const TensorMeta *x = tensor_of(graph, *a), *y = tensor_of(graph, *b);
      if (x != nullptr && y != nullptr && x->dtype == y->dtype && x->shape == y->shape)
        found.push_back({left, right});
    }
  return found;
}

void swap_values(Node& node, std::size_t left, std::size_t right) {
  std::swap(node.args[left].value, node.args[right].value);
}

void swap_arguments(const Original& original, bool commutative, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    if (is_commutative(node) != commutative || node.effects.any()) return;
    for (const auto& [left, right] : alike_arguments(original.file.graphs[spot.graph], node))
      changes.push_back(
          {{spot.graph, spot.node},
           fmt::format("{} <-> {}", node.args[left].name.view(), node.args[right].name.view()),
           [spot, left, right](Specimen& specimen) { swap_values(specimen.at(spot), left, right); }});
  });
}

void swap_branches(const Original& original, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    if (!stem_of(node).starts_with("where") || node.args.size() < 3) return;
    changes.push_back({{spot.graph, spot.node}, "the branches of where", [spot](Specimen& specimen) {
                         swap_values(specimen.at(spot), 1, 2);
                       }});
  });
}

/// The tensor of a result, or nullptr.
const TensorMeta* tensor_in(const Graph& graph, const Result& result) {
  const Ref* ref = ref_of(result.value);
  return ref == nullptr ? nullptr : tensor_of(graph, *ref);
}

void swap_results(const Original& original, ResultRole role, Changes& changes) {
  each(original, NodeKind::kOutput, [&](Spot spot, const Node& node) {
    const Graph& graph = original.file.graphs[spot.graph];
    for (std::size_t left = 0; left < node.results.size(); ++left)
      for (std::size_t right = left + 1; right < node.results.size(); ++right) {
        const Result &a = node.results[left], &b = node.results[right];
        const TensorMeta *x = tensor_in(graph, a), *y = tensor_in(graph, b);
        if (a.role != role || b.role != role || x == nullptr || y == nullptr || a.value == b.value) continue;
        if (x->dtype != y->dtype || x->shape != y->shape) continue;
        changes.push_back(
            {{spot.graph, spot.node}, label_of(a) + " <-> " + label_of(b), [=](Specimen& specimen) {
               std::vector<Result>& results = specimen.at(spot).results;
               std::swap(results[left].value, results[right].value);
             }});
      }
  });
}

void each_result(const Original& original, ResultRole role,
                 const std::function<void(Spot, std::size_t, const Result&)>& visit) {
  each(original, NodeKind::kOutput, [&](Spot spot, const Node& node) {
    for (std::size_t place = 0; place < node.results.size(); ++place)
      if (node.results[place].role == role && ref_of(node.results[place].value) != nullptr)
        visit(spot, place, node.results[place]);
  });
}

void lose_results(const Original& original, ResultRole role, Changes& changes) {
  each_result(original, role, [&](Spot spot, std::size_t place, const Result& result) {
    changes.push_back({{spot.graph, spot.node}, label_of(result) + " is None", [=](Specimen& specimen) {
                         specimen.at(spot).results[place].value = Null{};
                       }});
  });
}

/// The written value of an input or state is no longer a result.
void lose_mutations(const Original& original, Changes& changes) {
  for (const ResultRole role : {ResultRole::kMutation, ResultRole::kReplacement})
    each_result(original, role, [&](Spot spot, std::size_t place, const Result& result) {
      changes.push_back(
          {{spot.graph, spot.node}, label_of(result) + " is no result", [=](Specimen& specimen) {
             std::vector<Result>& results = specimen.at(spot).results;
             results.erase(results.begin() + static_cast<std::ptrdiff_t>(place));
           }});
    });
}

/// The index of a result's reference among the references of its node.
std::size_t place_of(const Node& output, std::size_t result) {
  std::size_t place = 0;
  for (std::size_t before = 0; before < result; ++before)
    for_each_ref(output.results[before].value, [&](const Ref&) { ++place; });
  return place;
}

void zero_results(const Original& original, ResultRole role, Changes& changes) {
  each_result(original, role, [&](Spot spot, std::size_t result, const Result& told) {
    const Graph& graph = original.file.graphs[spot.graph];
    const TensorMeta* tensor = tensor_in(graph, told);
    if (tensor == nullptr) return;
    const std::size_t place = place_of(graph.nodes[spot.node], result);
    changes.push_back({{spot.graph, spot.node},
                       label_of(told) + " is zeros",
                       [=, value = *ref_of(told.value)](Specimen& specimen) {
                         wrap(specimen, spot, place,
                              make_call(specimen.graph(spot.graph), Made::kZerosLike, value, {}, *tensor));
                       }});
  });
}

/// Zeros replace the result of a backward operator.
void zero_backward(const Original& original, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    const std::string_view stem = stem_of(node);
    if (!stem.ends_with("_backward") && !(node.meta.stage.view() == "backward" && node.alias.empty())) return;
    for (std::uint32_t output = 0; output < node.outputs.size(); ++output) {
      const TensorMeta* tensor = tensor_of(node.outputs[output]);
      if (tensor == nullptr || !is_floating(tensor->dtype)) continue;
      const Ref from{spot.node, {output}};
      changes.push_back(
          {{spot.graph, spot.node}, fmt::format("output {} is zeros", output), [=](Specimen& specimen) {
             wrap_output(specimen, spot, from,
                         make_call(specimen.graph(spot.graph), Made::kZerosLike, from, {}, *tensor));
           }});
    }
  });
}

bool keeps_shape(const Graph& graph, const Node& node, const Ref& self) {
  const TensorMeta *given = tensor_of(graph, self), *made = tensor_of(node.outputs[0]);
  return given != nullptr && made != nullptr && given->shape == made->shape && given->dtype == made->dtype;
}

/// Users of an operator's result read its input instead: a shape-preserving operator is lost.
void lose_operators(const Original& original, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    if (node.args.empty() || node.outputs.size() != 1 || node.effects.any()) return;
    const Ref* self = ref_of(node.args[0].value);
    if (self == nullptr || !keeps_shape(original.file.graphs[spot.graph], node, *self)) return;
    changes.push_back({{spot.graph, spot.node}, "lost", [spot, to = *self](Specimen& specimen) {
                         redirect(specimen.graph(spot.graph), Ref{spot.node, {0}}, to);
                       }});
  });
}

/// The adjacent output of an operator with several outputs of one type.
void take_other_outputs(const Original& original, Changes& changes) {
  const auto look = [&](Spot spot, const Node& node) {
    const Graph& graph = original.file.graphs[spot.graph];
    Node copy = node;
    const std::vector<Ref*> refs = refs_of(copy);
    for (std::size_t place = 0; place < refs.size(); ++place)
      for (const bool up : {false, true}) {
        Ref next = *refs[place];
        if (!up && next.path.back() == 0) continue;
        next.path.back() += up ? 1 : -1;
        const TensorMeta *now = tensor_of(graph, *refs[place]), *other = tensor_of(graph, next);
        if (now == nullptr || other == nullptr || now->dtype != other->dtype) continue;
        changes.push_back(
            {{spot.graph, spot.node},
             fmt::format("output {} -> {} of %{}", refs[place]->path.back(), next.path.back(), next.node),
             [=](Specimen& specimen) { *refs_of(specimen.at(spot)).at(place) = next; }});
      }
  };
  each(original, NodeKind::kOp, look);
  each(original, NodeKind::kOutput, look);
}

/// An operator reads an earlier value of equal shape and type.
void take_others(const Original& original, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    const Graph& graph = original.file.graphs[spot.graph];
    Node copy = node;
    const std::vector<Ref*> refs = refs_of(copy);
    for (std::size_t place = 0; place < refs.size() && !node.effects.any(); ++place) {
      const TensorMeta* now = tensor_of(graph, *refs[place]);
      for (NodeId back = 1; now != nullptr && back <= 6 && back < spot.node; ++back) {
        const Ref other{spot.node - back, {0}};
        const TensorMeta* tensor = tensor_of(graph, other);
        if (tensor == nullptr || other == *refs[place] || tensor->dtype != now->dtype ||
            tensor->shape != now->shape)
          continue;
        changes.push_back({{spot.graph, spot.node},
                           fmt::format("%{} -> %{}", refs[place]->node, other.node),
                           [=](Specimen& specimen) { *refs_of(specimen.at(spot)).at(place) = other; }});
      }
    }
  });
}

}  // namespace

Changes wiring_changes(const Original& original, MutationKind kind) {
  Changes changes;
  if (kind == kSwapTangents) swap_inputs(original, Role::kTangent, changes);
  if (kind == kSwapParameters) swap_inputs(original, Role::kParameter, changes);
  if (kind == kSwapBuffers) swap_inputs(original, Role::kBuffer, changes);
  if (kind == kSwapInputs) swap_inputs(original, Role::kUser, changes);
  if (kind == kSwapArguments) swap_arguments(original, false, changes);
  if (kind == kSwapCommutative) swap_arguments(original, true, changes);
  if (kind == kSwapBranches) swap_branches(original, changes);
  if (kind == kSwapGradients) swap_results(original, ResultRole::kGradient, changes);
  if (kind == kSwapResults) swap_results(original, ResultRole::kUser, changes);
  if (kind == kSwapSaved) swap_results(original, ResultRole::kSaved, changes);
  if (kind == kLoseGradient) lose_results(original, ResultRole::kGradient, changes);
  if (kind == kLoseResult) lose_results(original, ResultRole::kUser, changes);
  if (kind == kLoseMutation) lose_mutations(original, changes);
  if (kind == kZeroGradient) zero_results(original, ResultRole::kGradient, changes);
  if (kind == kZeroResult) zero_results(original, ResultRole::kUser, changes);
  if (kind == kZeroBackward) zero_backward(original, changes);
  if (kind == kLoseOperator) lose_operators(original, changes);
  if (kind == kOtherOutput) take_other_outputs(original, changes);
  if (kind == kTakeAnother) take_others(original, changes);
  return changes;
}

}  // namespace assay::defects
