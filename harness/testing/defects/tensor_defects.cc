// Seeded defects: wrong tensor metadata, wrong aliases.
#include <algorithm>
#include <array>

#include "harness/testing/defects/choose.h"
#include "harness/testing/defects/defect.h"

namespace assay::defects {

namespace {

void add_tensors(Output& output, std::vector<TensorMeta*>& found) {
  if (auto* tensor = std::get_if<TensorMeta>(&output.data)) found.push_back(tensor);
  if (auto* nested = std::get_if<std::vector<Output>>(&output.data))
    for (Output& one : *nested) add_tensors(one, found);
}

std::vector<TensorMeta*> tensors(Node& node) {
  std::vector<TensorMeta*> found;
  for (Output& output : node.outputs) add_tensors(output, found);
  return found;
}

template <bool kSymbolic>
std::vector<Dim*> sizes(Node& node) {
  std::vector<Dim*> found;
  for (TensorMeta* tensor : tensors(node))
    for (Dim& dim : tensor->shape)
      if (dim.symbolic() == kSymbolic) found.push_back(&dim);
  return found;
}

std::vector<Dim*> strides(Node& node) {
  std::vector<Dim*> found;
  for (TensorMeta* tensor : tensors(node))
    if (tensor->stride)
      for (Dim& dim : *tensor->stride) found.push_back(&dim);
  return found;
}

std::optional<Sites> change_a_size(Specimen& specimen, Random& random) {
  return change_one(specimen, random, sizes<false>, [](Dim& dim) { ++dim.number; });
}

std::optional<Sites> bake_a_size(Specimen& specimen, Random& random) {
  return change_one(specimen, random, sizes<true>, [](Dim& dim) { dim = Dim{4, {}}; });
}

std::optional<Sites> lose_a_guard(Specimen& specimen, Random& random) {
  std::vector<std::size_t> guarded;
  for (std::size_t index = 0; index < specimen.file().graphs.size(); ++index)
    if (!specimen.graph(index).guards.empty() && !specimen.taken({index, 0})) guarded.push_back(index);
  if (guarded.empty()) return std::nullopt;
  std::size_t index = random.pick(guarded);
  std::vector<Name>& guards = specimen.graph(index).guards;
  const Name lost = guards[random.below(guards.size())];
  std::erase(guards, lost);  // drops all copies of the guard, since a capture may state it twice
  return Sites{{index, kGraphItself}};
}

std::optional<Sites> lose_an_output(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) {
    const Node& node = graph.nodes[id];
    if (node.kind != NodeKind::kOp || node.outputs.size() < 2) return false;
    std::size_t last = node.outputs.size() - 1;
    for (const Ref* use : uses_of(graph, id))
      if (use->path[0] == last) return false;
    return std::ranges::none_of(node.alias, [last](const Alias& alias) { return alias.output[0] == last; });
  });
  if (!place) return std::nullopt;
  specimen.at(*place).outputs.pop_back();
  return Sites{specimen.site(*place)};
}

std::optional<Sites> change_a_dtype(Specimen& specimen, Random& random) {
  return change_one(specimen, random, tensors, [](TensorMeta& tensor) {
    tensor.dtype = tensor.dtype == DType::kFloat16 ? DType::kBFloat16 : DType::kFloat16;
  });
}

std::optional<Sites> change_a_stride(Specimen& specimen, Random& random) {
  return change_one(specimen, random, strides, [](Dim& dim) {
    dim = dim.symbolic() ? Dim{1, {}} : Dim{dim.number + 1, {}};
  });
}

std::optional<Sites> change_a_device(Specimen& specimen, Random& random) {
  return change_one(specimen, random, tensors, [](TensorMeta& tensor) {
    tensor.device.type = Name(tensor.device.type.view() == "cpu" ? "cuda" : "cpu");
    tensor.device.index = 0;
  });
}

std::optional<Sites> lose_an_alias(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) { return graph.nodes[id].alias.size(); });
  if (!place) return std::nullopt;
  std::vector<Alias>& alias = specimen.at(*place).alias;
  alias.erase(alias.begin() + static_cast<std::ptrdiff_t>(place->option));
  return Sites{specimen.site(*place)};
}

/// The name of the first argument that is a single reference.
std::optional<Name> aliasable(const Node& node) {
  if (node.kind != NodeKind::kOp || node.outputs.empty() || !node.alias.empty()) return std::nullopt;
  for (const Argument& argument : node.args)
    if (std::holds_alternative<Ref>(argument.value.data)) return argument.name;
  return std::nullopt;
}

std::optional<Sites> add_an_alias(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random,
                      [](Graph& graph, NodeId id) { return aliasable(graph.nodes[id]).has_value(); });
  if (!place) return std::nullopt;
  Node& node = specimen.at(*place);
  node.alias.push_back({{0}, *aliasable(node)});
  return Sites{specimen.site(*place)};
}

std::optional<Sites> lose_a_write(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random,
                      [](Graph& graph, NodeId id) { return graph.nodes[id].effects.mutates.size(); });
  if (!place) return std::nullopt;
  std::vector<Name>& mutates = specimen.at(*place).effects.mutates;
  mutates.erase(mutates.begin() + static_cast<std::ptrdiff_t>(place->option));
  return Sites{specimen.site(*place)};
}

std::optional<Sites> add_a_write(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) {
    return aliasable(graph.nodes[id]) && !graph.nodes[id].effects.any();
  });
  if (!place) return std::nullopt;
  Node& node = specimen.at(*place);
  node.effects.mutates.push_back(*aliasable(node));
  return Sites{specimen.site(*place)};
}

constexpr auto kShape = DefectKind::kShape, kAlias = DefectKind::kAlias;
constexpr std::array kTensorDefects{
    Defect{kShape, "change_a_size", "one dimension is longer by one", change_a_size},
    Defect{kShape, "bake_a_size", "a dynamic dimension was captured as the number it had", bake_a_size},
    Defect{kShape, "lose_a_guard", "the capture assumes less than it did", lose_a_guard},
    Defect{kShape, "lose_an_output", "an operator gives one tensor less", lose_an_output},
    Defect{DefectKind::kDType, "change_a_dtype", "a tensor came out in another precision", change_a_dtype},
    Defect{DefectKind::kStride, "change_a_stride", "a tensor came out in another memory layout",
           change_a_stride},
    Defect{DefectKind::kDevice, "change_a_device", "a tensor stayed on the host", change_a_device},
    Defect{kAlias, "lose_an_alias", "a view is taken for a copy", lose_an_alias},
    Defect{kAlias, "add_an_alias", "a copy is taken for a view", add_an_alias},
    Defect{kAlias, "lose_a_write", "an in-place operator is taken for a pure one", lose_a_write},
    Defect{kAlias, "add_a_write", "a pure operator is taken for one in place", add_a_write},
};

}  // namespace

std::span<const Defect> tensor_defects() { return kTensorDefects; }

}  // namespace assay::defects
