// Conflicts: sets of cells closed under alias.
#include "harness/testing/defects/conflicts.h"

#include <algorithm>

namespace assay::defects {

namespace {

void append_refs(const Value& value, std::vector<Ref>& refs) {
  for_each_ref(value, [&](const Ref& ref) { refs.push_back(ref); });
}

/// The item at the leading index of `rest`, such as "[2]". nullptr if missing.
const Value* step(const Value& value, std::string_view& rest) {
  std::size_t close = rest.find(']');
  if (rest.empty() || rest[0] != '[' || close == std::string_view::npos) return nullptr;
  std::size_t index = 0;
  for (char digit : rest.substr(1, close - 1)) {
    if (digit < '0' || digit > '9') return nullptr;
    index = index * 10 + static_cast<std::size_t>(digit - '0');
  }
  rest.remove_prefix(close + 1);
  const ValueList* items = nullptr;
  if (const auto* list = std::get_if<List>(&value.data)) items = &list->items;
  if (const auto* tuple = std::get_if<Tuple>(&value.data)) items = &tuple->items;
  if (items != nullptr) return index < items->size() ? &(*items)[index] : nullptr;
  const auto* dict = std::get_if<Dict>(&value.data);
  return dict != nullptr && index < dict->items.size() ? &dict->items[index].second : nullptr;
}

}  // namespace

std::vector<Ref> refs_at(const Node& node, std::string_view path) {
  std::vector<Ref> refs;
  for (const Argument& argument : node.args) {
    if (!path.starts_with(argument.name.view())) continue;
    std::string_view rest = path.substr(argument.name.view().size());
    if (!rest.empty() && rest[0] != '[') continue;
    const Value* place = &argument.value;
    while (!rest.empty()) {
      const Value* item = step(*place, rest);
      if (item == nullptr) break;
      place = item;
    }
    append_refs(*place, refs);
  }
  return refs;
}

Conflicts::Conflicts(const Graph& graph) : effects_(graph.nodes.size()) {
  for (NodeId id = 0; id < graph.nodes.size(); ++id)
    for (std::uint32_t k = 0; k < graph.nodes[id].outputs.size(); ++k) {
      OutputPath path{k};
      declare(id, graph.nodes[id].outputs[k], path);
    }
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    for (const Argument& argument : node.args)
      for_each_ref(argument.value, [&](const Ref& ref) { storage_of(ref); });
    for (const Alias& alias : node.alias)
      for (const Ref& ref : refs_at(node, alias.argument.view())) {
        std::size_t mine = storage_of({id, alias.output}), other = storage_of(ref);
        parent_[mine] = other;
      }
  }
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    Touched& effects = effects_[id];
    effects.op = node.kind == NodeKind::kOp;
    effects.state = node.effects.state;
    for (const Argument& argument : node.args)
      for_each_ref(argument.value, [&](const Ref& ref) { effects.touches.insert(storage_of(ref)); });
    for (Name path : node.effects.mutates)
      for (const Ref& ref : refs_at(node, path.view())) effects.writes.insert(storage_of(ref));
    if (!node.effects.rng) continue;
    std::vector<Ref> generators = refs_at(node, "generator");
    for (const Ref& ref : generators) effects.writes.insert(storage_of(ref));
    effects.draws = generators.empty();
  }
}

void Conflicts::declare(NodeId node, const Output& output, OutputPath& path) {
  cells_.emplace(Cell{node, path}, parent_.size());
  parent_.push_back(parent_.size());
  const auto* nested = std::get_if<std::vector<Output>>(&output.data);
  for (std::uint32_t k = 0; nested != nullptr && k < nested->size(); ++k) {
    path.push_back(k);
    declare(node, (*nested)[k], path);
    path.pop_back();
  }
}

std::size_t Conflicts::root(std::size_t cell) const {
  while (parent_[cell] != cell) cell = parent_[cell];
  return cell;
}

std::size_t Conflicts::storage_of(const Ref& ref) {
  Cell cell{ref.node, ref.path};
  while (cell.second.size() > 1 && !cells_.contains(cell)) cell.second.pop_back();
  auto whole = cells_.find(cell);
  std::size_t storage = root(whole->second);
  for (auto part = std::next(whole); part != cells_.end() && part->first.first == ref.node; ++part) {
    const OutputPath& path = part->first.second;
    if (path.size() <= cell.second.size()) break;
    if (!std::equal(cell.second.begin(), cell.second.end(), path.begin())) break;
    parent_[root(part->second)] = storage;
  }
  return storage;
}

bool Conflicts::both_draw(NodeId a, NodeId b) const { return effects_[a].draws && effects_[b].draws; }

bool Conflicts::writes_what_touches(NodeId a, NodeId b) const {
  const Touched &writer = effects_[a], &other = effects_[b];
  return std::ranges::any_of(writer.writes, [&](std::size_t storage) {
    return other.touches.contains(storage) || other.writes.contains(storage);
  });
}

bool Conflicts::between(NodeId a, NodeId b) const {
  if (!effects_[a].op || !effects_[b].op) return false;
  if (effects_[a].state || effects_[b].state || both_draw(a, b)) return true;
  return writes_what_touches(a, b) || writes_what_touches(b, a);
}

}  // namespace assay::defects
