// Storages: union-find over the cells of a graph.
#include "harness/diff/storages.h"

#include <charconv>

namespace assay {

namespace {

/// The indices of "tensors[2][0]" after its name; the name is what is left of the path.
std::vector<std::size_t> split_indices(std::string_view& path) {
  std::vector<std::size_t> reversed;
  while (!path.empty() && path.back() == ']') {
    std::size_t open = path.rfind('[');
    std::size_t index = 0;
    if (open == std::string_view::npos) break;
    auto [end, error] = std::from_chars(path.data() + open + 1, path.data() + path.size() - 1, index);
    if (error != std::errc() || end != path.data() + path.size() - 1) break;
    reversed.push_back(index);
    path = path.substr(0, open);
  }
  return {reversed.rbegin(), reversed.rend()};
}

const Value* item_at(const Value& value, std::size_t index) {
  auto at = [index](const ValueList& items) { return index < items.size() ? &items[index] : nullptr; };
  if (const auto* list = std::get_if<List>(&value.data)) return at(list->items);
  if (const auto* tuple = std::get_if<Tuple>(&value.data)) return at(tuple->items);
  if (const auto* dict = std::get_if<Dict>(&value.data))
    return index < dict->items.size() ? &dict->items[index].second : nullptr;
  return nullptr;
}

}  // namespace

void collect_refs(const Node& node, std::string_view argument_path, std::vector<const Ref*>& found) {
  std::string_view name = argument_path;
  std::vector<std::size_t> indices = split_indices(name);
  for (const Argument& argument : node.args) {
    if (argument.name.view() != name) continue;
    const Value* place = &argument.value;
    for (std::size_t index : indices) {
      const Value* item = item_at(*place, index);
      if (item == nullptr) break;
      place = item;
    }
    for_each_ref(*place, [&](const Ref& ref) { found.push_back(&ref); });
  }
}

Storages::Storages(const Graph& graph) {
  make_cells(graph);
  std::vector<const Ref*> refs;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    for (const Argument& argument : node.args) for_each_ref(argument.value, [&](const Ref& ref) { of(ref); });
    for (const Alias& alias : node.alias) {
      if (alias.output.empty() || alias.output[0] >= node.outputs.size()) continue;
      refs.clear();
      collect_refs(node, alias.argument.view(), refs);
      for (const Ref* ref : refs) join(of(id, alias.output), of(*ref));
    }
  }
}

StorageId Storages::find(StorageId cell) {
  while (parent_[cell] != cell) {
    parent_[cell] = parent_[parent_[cell]];
    cell = parent_[cell];
  }
  return cell;
}

void Storages::make_cells(const Graph& graph) {
  std::vector<const Output*> outputs;  // per cell; grows while its nested elements are appended
  for (const Node& node : graph.nodes) {
    std::size_t next = outputs.size();
    first_cell_.push_back(static_cast<StorageId>(next));
    for (const Output& output : node.outputs) outputs.push_back(&output);
    for (; next < outputs.size(); ++next) {
      Elements elements;
      if (const auto* nested = std::get_if<std::vector<Output>>(&outputs[next]->data)) {
        elements = {static_cast<StorageId>(outputs.size()), static_cast<std::uint32_t>(nested->size())};
        for (const Output& output : *nested) outputs.push_back(&output);
      }
      elements_.push_back(elements);
    }
  }
  parent_.resize(outputs.size());
  for (StorageId cell = 0; cell < parent_.size(); ++cell) parent_[cell] = cell;
}

void Storages::join_elements(StorageId cell) {
  std::vector<StorageId> pending{cell};
  while (!pending.empty()) {
    StorageId whole = pending.back();
    pending.pop_back();
    Elements& elements = elements_[whole];
    if (elements.joined) continue;
    elements.joined = true;
    for (StorageId item = elements.first; item < elements.first + elements.count; ++item) {
      join(item, whole);
      pending.push_back(item);
    }
  }
}

StorageId Storages::of(NodeId node, std::span<const std::uint32_t> path) {
  StorageId cell = first_cell_[node] + path[0];
  for (std::uint32_t index : path.subspan(1)) {
    if (index >= elements_[cell].count) break;
    cell = elements_[cell].first + index;
  }
  if (elements_[cell].count > 0) join_elements(cell);
  return find(cell);
}

}  // namespace assay
