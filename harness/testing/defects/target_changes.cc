// Changes of targets: a similar operator, function or module in place of the correct target.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "harness/testing/defects/changes.h"

namespace assay::defects {
namespace {

struct Neighbour {
  MutationKind kind;
  std::string_view stem, other;
};

using enum MutationKind;
constexpr auto kNeighbours = std::to_array<Neighbour>({
    {kReluForRelu6, "relu6", "relu"},
    {kReluForRelu6, "relu6_", "relu_"},
    {kReluForRelu6, "ReLU6", "ReLU"},
    {kReluForRelu6, "relu", "relu6"},
    {kReluForRelu6, "ReLU", "ReLU6"},
    {kMeanForSum, "sum", "mean"},
    {kMeanForSum, "mean", "sum"},
    {kMinForMax, "amax", "amin"},
    {kMinForMax, "amin", "amax"},
    {kMinForMax, "max", "min"},
    {kMinForMax, "maximum", "minimum"},
    {kMinForMax, "argmax", "argmin"},
    {kStrictComparison, "ge", "gt"},
    {kStrictComparison, "gt", "ge"},
    {kStrictComparison, "le", "lt"},
    {kStrictComparison, "lt", "le"},
    {kOtherFunction, "sigmoid", "tanh"},
    {kOtherFunction, "tanh", "sin"},
    {kOtherFunction, "sin", "cos"},
    {kOtherFunction, "cos", "sin"},
    {kOtherFunction, "exp", "expm1"},
    {kOtherFunction, "log", "log1p"},
    {kOtherFunction, "silu", "gelu"},
    {kOtherFunction, "rsqrt", "sqrt"},
    {kOtherFunction, "add", "sub"},
    {kOtherFunction, "sub", "add"},
    {kOtherFunction, "mul", "div"},
    {kOtherFunction, "div", "mul"},
    {kOtherFunction, "floor", "round"},
    {kOtherFunction, "SiLU", "Mish"},
    {kOtherFunction, "Sigmoid", "Tanh"},
    {kOtherFunction, "Tanh", "Sigmoid"},
    {kOtherFunction, "softmax", "log_softmax"},
    {kOtherFunction, "_softmax", "_log_softmax"},
});

/// Maps between the overloads sum.dim_IntList and mean.dim.
std::string_view overload_of(const Node& node, const Neighbour& row) {
  const std::string_view name = node.target.name.view();
  if (row.kind != kMeanForSum || node.target.kind != TargetKind::kOperator) return "";
  return name.ends_with(".dim_IntList") ? "dim" : name.ends_with(".dim") ? "dim_IntList" : "";
}

void take_neighbours(const Original& original, MutationKind kind, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    for (const Neighbour& row : kNeighbours) {
      if (row.kind != kind || row.stem != stem_of(node)) continue;
      if (node.target.kind == TargetKind::kOperator && !node.target.name.view().starts_with("aten."))
        continue;
      const bool python = node.target.name.view().starts_with("operator.");
      const std::string_view other = python && row.other == "div" ? "truediv" : row.other;
      changes.push_back({{spot.graph, spot.node},
                         fmt::format("{} -> {}", row.stem, other),
                         [spot, other, overload = overload_of(node, row)](Specimen& specimen) {
                           set_stem(specimen.at(spot), other, overload);
                         }});
    }
  });
}

/// ATen's relu6 is hardtanh(0, 6): without its upper bound it is relu.
void lose_upper_bounds(const Original& original, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    const std::string_view stem = stem_of(node);
    for (const std::string_view name : {"max_val", "max"}) {
      const Value* bound = argument(node, name);
      const bool clamps = stem.starts_with("hardtanh") || stem.starts_with("clamp");
      if (!clamps || bound == nullptr || std::holds_alternative<Null>(bound->data) ||
          ref_of(*bound) != nullptr)
        continue;
      changes.push_back({{spot.graph, spot.node},
                         fmt::format("{} of {} lost", name, stem),
                         [spot, name](Specimen& specimen) { *argument(specimen.at(spot), name) = 1e30; }});
    }
  });
}

/// The gradient of max(dim) goes to one of several equal elements. That of amax is shared among them.
void take_max(const Original& original, Changes& changes) {
  each(original, NodeKind::kOp, [&](Spot spot, const Node& node) {
    if (node.target.name.view() != "aten.amax.default") return;
    const auto* dims = std::get_if<List>(&argument(node, "dim")->data);
    if (dims == nullptr || dims->items.size() != 1) return;
    changes.push_back(
        {{spot.graph, spot.node}, "amax -> max(dim)", [spot, dim = dims->items[0]](Specimen& specimen) {
           Node& changed = specimen.at(spot);
           set_stem(changed, "max", "dim");
           *argument(changed, "dim") = dim;
           TensorMeta indices = *tensor_of(changed.outputs[0]);
           indices.dtype = DType::kInt64;
           changed.outputs.push_back({indices});
         }});
  });
}

}  // namespace

Changes target_changes(const Original& original, MutationKind kind) {
  Changes changes;
  take_neighbours(original, kind, changes);
  if (kind == kReluForRelu6) lose_upper_bounds(original, changes);
  if (kind == kMaxForAmax) take_max(original, changes);
  return changes;
}

}  // namespace assay::defects
