// Comparison of two nodes by themselves.
#include "harness/diff/compare_node.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/graph/text.h"

namespace assay {

namespace {

class NodeComparison {
 public:
  NodeComparison(const Scope& scope, PairWatcher& watcher)
      : scope_(scope), watcher_(watcher), thorough_(watcher.explains()) {}

  bool compare(const Node& left, const Node& right);

 private:
  // Each step returns whether to continue. Differences are recorded in equal_.
  bool input(const Node& left, const Node& right);
  bool op(const Node& left, const Node& right);
  bool target(const Node& left, const Node& right);
  bool effects(const Node& left, const Node& right);
  bool arguments(const Node& left, const Node& right);
  bool outputs(const Node& left, const Node& right);
  bool results(const Node& left, const Node& right);
  bool results_in_order(const std::vector<const Result*>& left, const std::vector<const Result*>& right);

  bool argument(const Value& left, const Value& right);
  bool lone_argument(const Argument* left, const Argument* right);
  void value(const Value& left, const Value& right);
  void items(const ValueList& left, const ValueList& right);
  void dict(const Dict& left, const Dict& right);
  void at(std::string_view name) {
    place_.name = name;
    place_.inside.clear();
  }
  void lone_item(const Value& value) { (holds_ref(value) ? rewired_ : constant_) = true; }
  void inner(std::size_t index, const Value& left, const Value& right) {
    place_.inside.push_back(static_cast<std::uint32_t>(index));
    value(left, right);
    place_.inside.pop_back();
  }
  bool skipped(const Node& node, const Argument& argument) const {
    return scope_.soft != nullptr && scope_.soft->contains(node, argument) && !holds_ref(argument.value);
  }

  bool shapes() const { return scope_.level >= Level::kShapes; }
  bool exact() const { return scope_.level >= Level::kExact; }
  bool same_answer(bool same) {
    equal_ = equal_ && same;
    return equal_ || thorough_;
  }
  template <typename Words>
  bool differ(DiffKind kind, std::string_view name, Words&& words) {
    equal_ = false;
    if (!thorough_) return false;
    at(name);
    watcher_.differ(kind, place_, words());
    return true;
  }

  const Scope& scope_;
  PairWatcher& watcher_;
  const bool thorough_;
  bool equal_ = true;
  Place place_;
  bool constant_ = false, rewired_ = false;  ///< of the current argument
};

using Words = DiffWords;

std::string joined(const std::vector<Name>& names) {
  std::vector<std::string> texts;
  for (Name name : names) texts.push_back(name.str());
  return fmt::format("{}", fmt::join(texts, ", "));
}

bool same_names(std::vector<Name> left, std::vector<Name> right) {
  std::ranges::sort(left);
  std::ranges::sort(right);
  return left == right;
}

bool NodeComparison::compare(const Node& left, const Node& right) {
  bool go_on = true;
  if (left.kind != right.kind) {
    differ(DiffKind::kTarget, "kind", [&] { return Words(to_string(left.kind), to_string(right.kind)); });
    return false;
  }
  switch (left.kind) {
    case NodeKind::kInput:
      go_on = input(left, right);
      break;
    case NodeKind::kOp:
      go_on = op(left, right);
      break;
    case NodeKind::kOutput:
      go_on = results(left, right);
      break;
  }
  if (go_on && left.kind != NodeKind::kOutput) outputs(left, right);
  return equal_;
}

bool NodeComparison::input(const Node& left, const Node& right) {
  if (left.role != right.role &&
      !differ(DiffKind::kRole, "role", [&] { return Words(to_string(left.role), to_string(right.role)); }))
    return false;
  bool named = left.role != Role::kConstant || right.role != Role::kConstant;
  if (named && left.name != right.name &&
      !differ(DiffKind::kRole, "name", [&] { return Words(left.name.str(), right.name.str()); }))
    return false;
  if (left.also != right.also && !same_names(left.also, right.also) &&
      !differ(DiffKind::kRole, "also", [&] { return Words(joined(left.also), joined(right.also)); }))
    return false;
  if (!shapes() || left.constant == right.constant) return true;
  auto value = [](const Node& node) {
    return node.constant ? "sha256 " + node.constant->sha256 : "no value";
  };
  if (value(left) != value(right))
    return differ(DiffKind::kConstant, "value", [&] { return Words(value(left), value(right)); });
  auto memory = [](const Node& node) {
    return node.constant->memory_of ? words_of(*node.constant->memory_of) : "its own";
  };
  return !exact() ||
         differ(DiffKind::kAlias, "memory_of", [&] { return Words(memory(left), memory(right)); });
}

bool NodeComparison::target(const Node& left, const Node& right) {
  if (left.target != right.target && !differ(DiffKind::kTarget, "target", [&] {
        return Words(to_string(left.target), to_string(right.target));
      }))
    return false;
  if (left.module.has_value() != right.module.has_value())
    return differ(DiffKind::kTarget, "module", [&] {
      auto shown = [](const Node& node) { return node.module ? node.module->class_name.str() : "no class"; };
      return Words(shown(left), shown(right));
    });
  if (!left.module) return true;
  if (left.module->class_name != right.module->class_name && !differ(DiffKind::kTarget, "class", [&] {
        return Words(left.module->class_name.str(), right.module->class_name.str());
      }))
    return false;
  if (!shapes()) return true;
  Value left_config(left.module->config), right_config(right.module->config);
  if (left_config == right_config) return true;
  return differ(DiffKind::kConstant, "config",
                [&] { return Words(print_value(left_config), print_value(right_config)); });
}

std::string words_of(const Effects& effects) {
  std::string words;
  if (effects.rng) words += "rng ";
  if (effects.state) words += "state ";
  if (!effects.mutates.empty()) words += "mutates " + joined(effects.mutates);
  return words.empty() ? "none" : words;
}

std::string words_of(const std::vector<Alias>& aliases) {
  std::string words;
  for (const Alias& alias : aliases)
    words += fmt::format("{}{} of {}", words.empty() ? "" : ", ", fmt::join(alias.output, "."),
                         alias.argument.view());
  return words.empty() ? "none" : words;
}

bool NodeComparison::effects(const Node& left, const Node& right) {
  bool same_order = left.effects.rng == right.effects.rng && left.effects.state == right.effects.state;
  bool same_writes = !exact() || left.effects.mutates == right.effects.mutates;
  if (!same_order || !same_writes) {
    auto kind = same_order ? DiffKind::kAlias : DiffKind::kOrder;
    if (!differ(kind, "effects", [&] { return Words(words_of(left.effects), words_of(right.effects)); }))
      return false;
  }
  if (!exact() || left.alias == right.alias) return true;
  return differ(DiffKind::kAlias, "alias",
                [&] { return Words(words_of(left.alias), words_of(right.alias)); });
}

bool NodeComparison::op(const Node& left, const Node& right) {
  return target(left, right) && arguments(left, right) && effects(left, right);
}

/// Membership of argument names: a scan for few, a set for many.
class ArgumentNames {
 public:
  explicit ArgumentNames(const std::vector<Argument>& arguments) : arguments_(arguments) {}
  bool contains(Name name) {
    if (arguments_.size() <= 16)
      return std::ranges::any_of(arguments_, [&](const Argument& a) { return a.name == name; });
    if (names_.empty())
      for (const Argument& argument : arguments_) names_.insert(argument.name);
    return names_.contains(name);
  }

 private:
  const std::vector<Argument>& arguments_;
  std::unordered_set<Name> names_;
};

bool NodeComparison::arguments(const Node& left, const Node& right) {
  ArgumentNames left_names(left.args), right_names(right.args);
  std::size_t i = 0, j = 0;
  while (i < left.args.size() || j < right.args.size()) {
    const Argument* a = i < left.args.size() ? &left.args[i] : nullptr;
    const Argument* b = j < right.args.size() ? &right.args[j] : nullptr;
    if (a && b && a->name == b->name) {
      at(a->name.view());
      ++i, ++j;
      if (!skipped(left, *a) && !argument(a->value, b->value)) return false;
      continue;
    }
    bool lone_left = a && (!b || !right_names.contains(a->name));
    bool lone_right = b && (!a || !left_names.contains(b->name));
    if (a && skipped(left, *a)) {
      ++i;
    } else if (b && skipped(right, *b)) {
      ++j;
    } else if (lone_left && a->defaulted && !holds_ref(a->value)) {
      ++i;
    } else if (lone_right && b->defaulted && !holds_ref(b->value)) {
      ++j;
    } else if (lone_left == lone_right && a && b) {  // renamed, or the same names in another order
      ++i, ++j;
      bool seen = shapes() || holds_ref(a->value) || holds_ref(b->value);
      if (seen &&
          !differ(DiffKind::kRenamed, a->name.view(), [&] { return Words(a->name.str(), b->name.str()); }))
        return false;
      at(a->name.view());
      if (!argument(a->value, b->value)) return false;
    } else {
      if (!lone_argument(lone_left ? a : nullptr, lone_left ? nullptr : b)) return false;
      lone_left ? ++i : ++j;
    }
  }
  return true;
}

bool NodeComparison::lone_argument(const Argument* left, const Argument* right) {
  const Argument& there = left ? *left : *right;
  bool wired = holds_ref(there.value);
  if (!wired && !shapes()) return true;
  return differ(wired ? DiffKind::kRewired : DiffKind::kConstant, there.name.view(), [&] {
    const std::string none = "no such argument", name = there.name.str() + "=";
    const std::string text = name + print_value(there.value),
                      change = name + print_value_anywhere(there.value);
    return left ? Words(text, none, change, none) : Words(none, text, none, change);
  });
}

bool NodeComparison::argument(const Value& left, const Value& right) {
  constant_ = rewired_ = false;
  std::string_view name = place_.name;
  value(left, right);
  if (!constant_ && !rewired_) return equal_ || thorough_;
  return differ(rewired_ ? DiffKind::kRewired : DiffKind::kConstant, name, [&] {
    return Words(fmt::format("{}={}", name, print_value(left)),
                 fmt::format("{}={}", name, print_value(right)),
                 fmt::format("{}={}", name, print_value_anywhere(left)),
                 fmt::format("{}={}", name, print_value_anywhere(right)));
  });
}

void NodeComparison::value(const Value& left, const Value& right) {
  if (left.data.index() != right.data.index()) {
    bool wired = holds_ref(left) || holds_ref(right);
    (wired ? rewired_ : constant_) = wired || shapes();
  } else if (const auto* ref = std::get_if<Ref>(&left.data)) {
    same_answer(watcher_.refs(place_, *ref, std::get<Ref>(right.data)));
  } else if (const auto* graph = std::get_if<SubGraph>(&left.data)) {
    same_answer(watcher_.sub_graphs(graph->graph, std::get<SubGraph>(right.data).graph));
  } else if (const auto* list = std::get_if<List>(&left.data)) {
    items(list->items, std::get<List>(right.data).items);
  } else if (const auto* tuple = std::get_if<Tuple>(&left.data)) {
    items(tuple->items, std::get<Tuple>(right.data).items);
  } else if (const auto* slice = std::get_if<Slice>(&left.data)) {
    items(slice->parts, std::get<Slice>(right.data).parts);
  } else if (const auto* entries = std::get_if<Dict>(&left.data)) {
    dict(*entries, std::get<Dict>(right.data));
  } else if (shapes() && !(left == right)) {
    constant_ = true;
  }
}

void NodeComparison::items(const ValueList& left, const ValueList& right) {
  std::size_t common = std::min(left.size(), right.size());
  for (std::size_t index = 0; index < common; ++index) inner(index, left[index], right[index]);
  for (std::size_t index = common; index < left.size(); ++index) lone_item(left[index]);
  for (std::size_t index = common; index < right.size(); ++index) lone_item(right[index]);
  if (!shapes()) constant_ = false;
}

void NodeComparison::dict(const Dict& left, const Dict& right) {
  std::size_t common = std::min(left.items.size(), right.items.size());
  for (std::size_t index = 0; index < common; ++index) {
    inner(index, left.items[index].first, right.items[index].first);
    inner(index, left.items[index].second, right.items[index].second);
  }
  for (std::size_t index = common; index < left.items.size(); ++index) lone_item(left.items[index].second);
  for (std::size_t index = common; index < right.items.size(); ++index) lone_item(right.items[index].second);
  if (!shapes()) constant_ = false;
}

bool NodeComparison::outputs(const Node& left, const Node& right) {
  if (left.outputs.size() != right.outputs.size())
    return differ(DiffKind::kShape, "outputs", [&] {
      return Words(fmt::format("{} outputs", left.outputs.size()),
                   fmt::format("{} outputs", right.outputs.size()));
    });
  for (std::size_t index = 0; index < left.outputs.size(); ++index) {
    const Output &a = left.outputs[index], &b = right.outputs[index];
    if (auto kind = output_difference(a, b, scope_.level)) {
      if (!thorough_) return equal_ = false;
      differ(*kind, fmt::format("output {}", index), [&] { return Words(print_output(a), print_output(b)); });
    }
  }
  return true;
}

bool NodeComparison::results(const Node& left, const Node& right) {
  return results_in_order(sorted_results(left), sorted_results(right));
}

bool NodeComparison::results_in_order(const std::vector<const Result*>& left,
                                      const std::vector<const Result*>& right) {
  auto key = [](const Result* result) { return std::pair(result->role, result->name); };
  std::size_t i = 0, j = 0;
  while (i < left.size() || j < right.size()) {
    if (i < left.size() && j < right.size() && key(left[i]) == key(right[j])) {
      at(left[i]->name.view());
      if (!argument(left[i++]->value, right[j++]->value)) return false;
      continue;
    }
    bool on_left = j == right.size() || (i < left.size() && key(left[i]) < key(right[j]));
    const Result& there = on_left ? *left[i++] : *right[j++];
    bool go_on = differ(on_left ? DiffKind::kMissing : DiffKind::kExtra, there.name.view(), [&] {
      auto text =
          fmt::format("{} \"{}\"={}", to_string(there.role), there.name.view(), print_value(there.value));
      return on_left ? Words(text, "") : Words("", text);
    });
    if (!go_on) return false;
  }
  return true;
}

std::optional<DiffKind> tensor_difference(const TensorMeta& left, const TensorMeta& right, Level level) {
  if (level >= Level::kShapes) {
    if (left.shape != right.shape) return DiffKind::kShape;
    if (left.dtype != right.dtype) return DiffKind::kDType;
  }
  if (level >= Level::kExact) {
    if (left.stride != right.stride || left.layout != right.layout) return DiffKind::kStride;
    if (left.device != right.device) return DiffKind::kDevice;
  }
  return std::nullopt;
}

}  // namespace

std::optional<DiffKind> output_difference(const Output& left, const Output& right, Level level) {
  if (left.data.index() != right.data.index()) return DiffKind::kShape;
  if (const auto* tensor = std::get_if<TensorMeta>(&left.data))
    return tensor_difference(*tensor, std::get<TensorMeta>(right.data), level);
  if (const auto* items = std::get_if<std::vector<Output>>(&left.data)) {
    const auto& others = std::get<std::vector<Output>>(right.data);
    if (items->size() != others.size()) return DiffKind::kShape;
    for (std::size_t index = 0; index < items->size(); ++index)
      if (auto kind = output_difference((*items)[index], others[index], level)) return kind;
    return std::nullopt;
  }
  if (level < Level::kShapes || left == right) return std::nullopt;
  const auto* scalar = std::get_if<ScalarMeta>(&left.data);
  return scalar && scalar->type == std::get<ScalarMeta>(right.data).type ? DiffKind::kShape
                                                                         : DiffKind::kDType;
}

bool holds_ref(const Value& value) {
  bool found = std::holds_alternative<SubGraph>(value.data);
  if (const auto* list = std::get_if<List>(&value.data)) {
    return std::ranges::any_of(list->items, holds_ref);
  } else if (const auto* tuple = std::get_if<Tuple>(&value.data)) {
    return std::ranges::any_of(tuple->items, holds_ref);
  } else if (const auto* dict = std::get_if<Dict>(&value.data)) {
    for (const auto& [key, item] : dict->items) found = found || holds_ref(key) || holds_ref(item);
  } else if (const auto* slice = std::get_if<Slice>(&value.data)) {
    return std::ranges::any_of(slice->parts, holds_ref);
  }
  return found || std::holds_alternative<Ref>(value.data);
}

std::vector<const Result*> sorted_results(const Node& node) {
  std::vector<const Result*> sorted;
  for (const Result& result : node.results) sorted.push_back(&result);
  std::ranges::stable_sort(sorted, [](const Result* a, const Result* b) {
    return a->role != b->role ? a->role < b->role : a->name < b->name;
  });
  return sorted;
}

std::string to_string(const Place& place) {
  std::string text(place.name);
  for (std::uint32_t index : place.inside) text += fmt::format("[{}]", index);
  return text;
}

bool compare_node(const Node& left, const Node& right, const Scope& scope, PairWatcher& watcher) {
  return NodeComparison(scope, watcher).compare(left, right);
}

}  // namespace assay
