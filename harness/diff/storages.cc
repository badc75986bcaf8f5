// Storages: union-find over the cells of a graph.
#include "harness/diff/storages.h"

#include <charconv>
#include <utility>

namespace assay {

namespace {

/// The indices of "tensors[2][0]". Leaves the name in `path`.
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

// One pass suffices: references point backwards, so their cells exist. The final sets do not depend on the
// order.
Storages::Storages(const Graph& graph) {
  first_cell_.reserve(graph.nodes.size());
  parent_.reserve(graph.nodes.size());
  std::vector<const Ref*> refs;
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    make_cells(node);
    if (!elements_.empty())
      for (const Argument& argument : node.args)
        for_each_ref(argument.value, [&](const Ref& ref) { of(ref); });
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

void Storages::make_cells(const Node& node) {
  first_cell_.push_back(static_cast<StorageId>(parent_.size()));
  const auto add = [this](std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) parent_.push_back(static_cast<StorageId>(parent_.size()));
  };
  add(node.outputs.size());
  std::vector<std::pair<StorageId, const std::vector<Output>*>> pending;
  const auto open = [&](StorageId first, const std::vector<Output>& outputs) {
    for (std::size_t k = 0; k < outputs.size(); ++k)
      if (const auto* nested = std::get_if<std::vector<Output>>(&outputs[k].data))
        pending.emplace_back(first + static_cast<StorageId>(k), nested);
  };
  open(first_cell_.back(), node.outputs);
  // Grows during the loop. NOLINTNEXTLINE(modernize-loop-convert)
  for (std::size_t next = 0; next < pending.size(); ++next) {
    const auto [cell, items] = pending[next];
    const auto first = static_cast<StorageId>(parent_.size());
    elements_[cell] = {first, static_cast<std::uint32_t>(items->size())};
    add(items->size());
    open(first, *items);
  }
}

void Storages::join_elements(StorageId cell) {
  std::vector<StorageId> pending{cell};
  while (!pending.empty()) {
    const StorageId whole = pending.back();
    pending.pop_back();
    const auto found = elements_.find(whole);
    if (found == elements_.end() || std::exchange(found->second.joined, true)) continue;
    const Elements& elements = found->second;
    for (StorageId item = elements.first; item < elements.first + elements.count; ++item) {
      join(item, whole);
      pending.push_back(item);
    }
  }
}

StorageId Storages::of(NodeId node, std::span<const std::uint32_t> path) {
  StorageId cell = first_cell_[node] + path[0];
  if (elements_.empty()) return find(cell);
  for (std::uint32_t index : path.subspan(1)) {
    const auto found = elements_.find(cell);
    if (found == elements_.end() || index >= found->second.count) break;
    cell = found->second.first + index;
  }
  join_elements(cell);
  return find(cell);
}

}  // namespace assay
