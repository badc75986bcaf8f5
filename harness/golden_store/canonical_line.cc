// CanonicalLine: part by part and level by level, like compare_node.
#include "harness/golden_store/canonical_line.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/diff/compare_node.h"
#include "harness/graph/text.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

constexpr std::string_view kConstant = "_";  // at `structure`: a part that is not compared

std::string joined(const std::vector<Name>& names) {
  std::string text;
  for (const Name name : names) text += (text.empty() ? "" : ", ") + assay::quoted(name.view());
  return text;
}

std::string reference(const Ref& ref, const CanonicalLine::NameOf& name_of) {
  return fmt::format("{}.{}", name_of(ref.node), fmt::join(ref.path, "."));
}

}  // namespace

std::string CanonicalLine::items(const std::vector<std::string>& texts, std::string_view brackets) const {
  std::size_t size = texts.size();
  if (level_ < Level::kShapes)  // trailing constants are not counted
    while (size > 0 && texts[size - 1] == kConstant) --size;
  return fmt::format("{}{}{}", brackets.substr(0, brackets.size() - 1),
                     fmt::join(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(size), ", "),
                     brackets.back());
}

std::string CanonicalLine::value(const Value& from, const NameOf& name_of) const {
  if (level_ < Level::kShapes && !holds_ref(from)) return std::string(kConstant);
  const auto each = [&](const ValueList& list, std::string_view brackets) {
    std::vector<std::string> texts;
    for (const Value& item : list) texts.push_back(value(item, name_of));
    return items(texts, brackets);
  };
  if (const auto* ref = std::get_if<Ref>(&from.data)) return reference(*ref, name_of);
  if (const auto* graph = std::get_if<SubGraph>(&from.data)) return sub_graph_(graph->graph);
  if (const auto* list = std::get_if<List>(&from.data)) return each(list->items, "[]");
  if (const auto* tuple = std::get_if<Tuple>(&from.data)) return each(tuple->items, "tuple()");
  if (const auto* slice = std::get_if<Slice>(&from.data)) return each(slice->parts, "slice()");
  if (const auto* dict = std::get_if<Dict>(&from.data)) {
    std::vector<std::string> texts;
    for (const auto& [key, item] : dict->items) {
      const std::string pair = value(key, name_of) + ": " + value(item, name_of);
      texts.push_back(pair == "_: _" ? std::string(kConstant) : pair);
    }
    return items(texts, "{}");
  }
  return print_value(from);
}

std::string CanonicalLine::output(const Output& from) const {
  if (const auto* nested = std::get_if<std::vector<Output>>(&from.data)) {
    std::string text;
    for (const Output& each : *nested) text += (text.empty() ? "" : ", ") + output(each);
    return "[" + text + "]";
  }
  if (level_ < Level::kShapes) return fmt::format("#{}", from.data.index());
  const auto* tensor = std::get_if<TensorMeta>(&from.data);
  if (level_ >= Level::kExact || tensor == nullptr) return print_output(from);
  TensorMeta bare;
  bare.dtype = tensor->dtype;
  bare.shape = tensor->shape;
  return print_output(Output{bare});
}

std::string CanonicalLine::input(const Node& node) const {
  std::string text = fmt::format("input {}", to_string(node.role));
  if (node.role != Role::kConstant) text += " " + assay::quoted(node.name.view());
  std::vector<Name> also = node.also;
  std::ranges::sort(also);
  if (!also.empty()) text += " also(" + joined(also) + ")";
  if (level_ >= Level::kShapes && node.constant) text += " sha256 " + node.constant->sha256;
  if (level_ >= Level::kExact && node.constant && node.constant->memory_of)
    text += " memory_of " + words_of(*node.constant->memory_of);
  return text;
}

std::vector<CanonicalLine::Written> CanonicalLine::arguments(const Node& node, const NameOf& name_of) const {
  std::vector<Written> written;
  for (const Argument& argument : node.args) {
    const bool wired = holds_ref(argument.value);
    if (wired || level_ >= Level::kShapes)
      written.push_back({argument.name.str(), value(argument.value, name_of), argument.defaulted && !wired});
  }
  return written;
}

void CanonicalLine::agree_with_known(const std::string& target, std::vector<Written>& written) const {
  const auto known = known_.find(target);
  if (known == known_.end() || level_ < Level::kShapes) return;
  const std::vector<std::string>& names = known->second.names;
  std::erase_if(written, [&](const Written& each) {
    return each.droppable && std::ranges::find(names, each.name) == names.end();
  });
  const auto place_of = [&](const std::string& name) {
    return std::ranges::find(written, name, &Written::name);
  };
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto text = known->second.defaults.find(names[k]);
    if (text == known->second.defaults.end() || place_of(names[k]) != written.end()) continue;
    const auto former = k > 0 ? place_of(names[k - 1]) : written.end();
    written.insert(former == written.end() ? (k > 0 ? written.end() : written.begin()) : former + 1,
                   {names[k], text->second, true});
  }
}

std::string CanonicalLine::op(const Node& node, const NameOf& name_of) const {
  std::string text = assay::quoted(to_string(node.target));
  if (node.module) {
    text += " module " + assay::quoted(node.module->class_name.view());
    if (level_ >= Level::kShapes) text += " " + print_value(Value(node.module->config));
  }
  std::vector<Written> written = arguments(node, name_of);
  agree_with_known(to_string(node.target), written);
  text += "(";
  for (const Written& each : written) text += assay::quoted(each.name) + "=" + each.text + ", ";
  text += ")";
  if (node.effects.rng) text += " rng";
  if (node.effects.state) text += " state";
  if (level_ < Level::kExact) return text;
  text += " mutates(" + joined(node.effects.mutates) + ")";
  for (const Alias& alias : node.alias)
    text += fmt::format(" alias({}:{})", fmt::join(alias.output, "."), assay::quoted(alias.argument.view()));
  return text;
}

std::string CanonicalLine::results(const Node& node, const NameOf& name_of) const {
  std::string text = "output";
  for (const Result* result : sorted_results(node))
    text += fmt::format(" {} {}={}", to_string(result->role), assay::quoted(result->name.view()),
                        value(result->value, name_of));
  return text;
}

std::string CanonicalLine::of(const Node& node, std::span<const NodeId> before, const NameOf& name_of) const {
  if (node.kind == NodeKind::kOutput) return results(node, name_of);
  std::string text = node.kind == NodeKind::kInput ? input(node) : op(node, name_of);
  text += " :";
  for (const Output& each : node.outputs) text += " " + output(each);
  while (!before.empty() && before.back() == kNoNode) before = before.first(before.size() - 1);
  for (const NodeId id : before) text += id == kNoNode ? " -" : " after " + name_of(id);
  return text;
}

}  // namespace assay
