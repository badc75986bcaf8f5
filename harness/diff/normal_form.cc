// Normal forms: fold, rename, place, then order operands.
#include "harness/diff/normal_form.h"

#include <algorithm>
#include <numeric>

#include "harness/diff/commutative.h"
#include "harness/diff/compare_node.h"

namespace assay {

namespace {

/// Calls `visit` on each value inside `value`, containers first.
template <typename Visit>
void each_value(Value& value, Visit&& visit) {
  visit(value);
  auto all = [&](ValueList& items) {
    for (Value& item : items) each_value(item, visit);
  };
  if (auto* list = std::get_if<List>(&value.data)) all(list->items);
  if (auto* tuple = std::get_if<Tuple>(&value.data)) all(tuple->items);
  if (auto* slice = std::get_if<Slice>(&value.data)) all(slice->parts);
  if (auto* dict = std::get_if<Dict>(&value.data))
    for (auto& [key, item] : dict->items) each_value(key, visit), each_value(item, visit);
}

template <typename Visit>
void each_value(Node& node, Visit&& visit) {
  for (Argument& argument : node.args) each_value(argument.value, visit);
  for (Result& result : node.results) each_value(result.value, visit);
}

/// The argument that `node` passes on unchanged, if the policy folds it.
const Ref* folded(const Graph& graph, const Node& node, const Policy& policy) {
  if (node.kind != NodeKind::kOp || node.target.kind != TargetKind::kOperator) return nullptr;
  std::string_view name = node.target.name.view();
  bool wanted = (policy.fold_alias && name == "aten.alias.default") ||
                (policy.fold_detach && name == "aten.detach.default");
  if (!wanted || node.args.size() != 1 || node.outputs.size() != 1 || node.effects.any()) return nullptr;
  const Ref* passed = std::get_if<Ref>(&node.args[0].value.data);
  const Output* output = passed ? output_at(graph, *passed) : nullptr;
  return output && *output == node.outputs[0] ? passed : nullptr;
}

/// New ids of all nodes. A removed node has the id of its replacement.
std::vector<NodeId> fold(Graph& graph, const Policy& policy, std::vector<NodeId>& ids) {
  std::vector<std::optional<Ref>> stands_for(graph.nodes.size());
  std::vector<NodeId> place(graph.nodes.size());
  std::vector<Node> kept;
  ids.clear();
  auto redirect = [&](Value& value) {
    auto* ref = std::get_if<Ref>(&value.data);
    if (ref == nullptr) return;
    if (const auto& target = stands_for[ref->node])
      *ref = *target;
    else
      ref->node = place[ref->node];
  };
  std::vector<char> goes(graph.nodes.size());
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    goes[id] = static_cast<char>(folded(graph, graph.nodes[id], policy) != nullptr);
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    Node& node = graph.nodes[id];
    each_value(node, redirect);
    if (goes[id]) {
      stands_for[id] = std::get<Ref>(node.args[0].value.data);
      place[id] = stands_for[id]->node;
      continue;
    }
    place[id] = static_cast<NodeId>(kept.size());
    ids.push_back(id);
    kept.push_back(std::move(node));
  }
  graph.nodes = std::move(kept);
  return place;
}

void fold(NormalForm& form, const Policy& policy) {
  std::vector<std::vector<NodeId>> places;
  for (std::size_t index = 0; index < form.file.graphs.size(); ++index) {
    Graph& graph = form.file.graphs[index];
    const std::size_t before = graph.nodes.size();
    places.push_back(fold(graph, policy, form.ids[index]));
    form.folded += before - graph.nodes.size();
  }
  for (Graph& graph : form.file.graphs) {
    if (!graph.of) continue;
    for (std::size_t index = 0; index < form.file.graphs.size(); ++index) {
      std::string parent = form.file.graphs[index].name.str() + "/";
      std::string_view name = graph.name.view();
      bool is_parent = name.starts_with(parent) && name.find('/', parent.size()) == std::string_view::npos;
      if (is_parent && *graph.of < places[index].size()) graph.of = places[index][*graph.of];
    }
  }
}

void drop_device_index(Output& output) {
  if (auto* tensor = std::get_if<TensorMeta>(&output.data)) tensor->device.index = 0;
  if (auto* items = std::get_if<std::vector<Output>>(&output.data))
    std::ranges::for_each(*items, drop_device_index);
}

void drop_device_indices(Node& node) {
  std::ranges::for_each(node.outputs, drop_device_index);
  each_value(node, [](Value& value) {
    if (auto* place = std::get_if<DevicePlace>(&value.data)) place->index = 0;
  });
}

void add_device_indices(const Output& output, std::vector<int>& indices) {
  if (const auto* tensor = std::get_if<TensorMeta>(&output.data)) indices.push_back(tensor->device.index);
  if (const auto* items = std::get_if<std::vector<Output>>(&output.data))
    for (const Output& item : *items) add_device_indices(item, indices);
}

std::vector<int> device_indices(const Node& node) {
  std::vector<int> indices;
  for (const Output& output : node.outputs) add_device_indices(output, indices);
  for (const Argument& argument : node.args)
    if (const auto* place = std::get_if<DevicePlace>(&argument.value.data)) indices.push_back(place->index);
  return indices;
}

bool same_device_indices(const Node& left, const Node& right) {
  return device_indices(left) == device_indices(right);
}

/// Inputs are then identified by use. Results named after them are numbered within their role.
void drop_parameter_names(Node& node) {
  if (node.kind == NodeKind::kInput && (node.role == Role::kParameter || node.role == Role::kBuffer)) {
    node.name = Name();
    node.also.clear();
  }
  std::size_t mutations = 0, replacements = 0, gradients = 0;
  for (Result& result : node.results) {
    if (result.role == ResultRole::kMutation) result.name = Name(std::to_string(mutations++));
    if (result.role == ResultRole::kReplacement) result.name = Name(std::to_string(replacements++));
    if (result.role == ResultRole::kGradient) result.name = Name(std::to_string(gradients++));
  }
}

bool same_parameter_names(const Node& left, const Node& right) {
  if (left.kind == NodeKind::kInput) return left.name == right.name && left.also == right.also;
  return std::ranges::equal(left.results, right.results, {}, &Result::name, &Result::name);
}

constexpr DroppedPart kDroppedParts[] = {
    {"device_index", &Policy::device_index, drop_device_indices, same_device_indices},
    {"parameter_names", &Policy::parameter_names, drop_parameter_names, same_parameter_names},
};

void order_operands(Graph& graph, const Scope& scope, std::vector<char>& swapped) {
  std::vector<std::uint64_t> computes;
  for (Node& node : graph.nodes) {
    auto key = [&](const Ref& ref) {
      return std::accumulate(ref.path.begin(), ref.path.end(), computes[ref.node], mix);
    };
    std::size_t id = computes.size();
    if (Operands operands = commuting_operands(node);
        operands && key(*operands.second) < key(*operands.first)) {
      swap_operands(node);
      swapped[id] = 1;
    }
    std::uint64_t hash = hash_node(node, scope);
    for (const Argument& argument : node.args)
      for_each_ref(argument.value, [&](const Ref& ref) { hash = mix(hash, key(ref)); });
    computes.push_back(hash);
  }
}

NormalForm copy_of(const GraphFile& file) {
  NormalForm form{file, {}, {}, 0};
  for (const Graph& graph : file.graphs) {
    std::vector<NodeId>& ids = form.ids.emplace_back(graph.nodes.size());
    std::iota(ids.begin(), ids.end(), NodeId{0});
  }
  return form;
}

void rewrite(NormalForm& form, const Policy& policy) {
  if (policy.fold_alias || policy.fold_detach) fold(form, policy);
  for (Graph& graph : form.file.graphs) {
    for (const DroppedPart& part : kDroppedParts)
      if (policy.*part.is_on) std::ranges::for_each(graph.nodes, part.drop);
    form.swapped.emplace_back(graph.nodes.size(), 0);
  }
}

}  // namespace

std::span<const DroppedPart> dropped_parts() { return kDroppedParts; }

NormalForms normal_forms(const GraphFile& left, const GraphFile& right, const Policy& policy) {
  NormalForms forms{copy_of(left), copy_of(right)};
  SoftArguments soft;
  for (NormalForm* form : {&forms.left, &forms.right}) {
    rewrite(*form, policy);
    for (const Graph& graph : form->file.graphs)
      for (const Node& node : graph.nodes) soft.add_from(node);
  }
  if (!policy.commutative) return forms;
  for (NormalForm* form : {&forms.left, &forms.right})
    for (std::size_t index = 0; index < form->file.graphs.size(); ++index)
      order_operands(form->file.graphs[index], Scope{policy.level, &soft}, form->swapped[index]);
  return forms;
}

}  // namespace assay
