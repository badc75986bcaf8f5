// OperatorList: signatures are identified by their text.
#include "reports/operator_list/operator_list.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/graph/text.h"

namespace assay {
namespace {

/// Copies `value` with references numbered in order. Names of sub-graphs are dropped, since they differ
/// between files.
class Normalisation {
 public:
  Normalisation(const Graph& graph, CallArgument& argument) : graph_(graph), argument_(argument) {}

  Value operator()(const Value& value) {
    if (const auto* ref = std::get_if<Ref>(&value.data)) {
      const Output* output = output_at(graph_, *ref);
      argument_.tensors.push_back(output != nullptr ? *output : Output{});
      return Ref{static_cast<NodeId>(argument_.tensors.size() - 1), {0}};
    }
    if (std::holds_alternative<SubGraph>(value.data)) return SubGraph{Name("sub_graph")};
    if (const auto* list = std::get_if<List>(&value.data)) return List{all(list->items)};
    if (const auto* tuple = std::get_if<Tuple>(&value.data)) return Tuple{all(tuple->items)};
    if (const auto* slice = std::get_if<Slice>(&value.data)) return Slice{all(slice->parts)};
    if (const auto* dict = std::get_if<Dict>(&value.data)) {
      Dict copy;
      for (const auto& [key, item] : dict->items) copy.items.emplace_back((*this)(key), (*this)(item));
      return copy;
    }
    return value;
  }

 private:
  ValueList all(const ValueList& items) {
    ValueList copies;
    for (const Value& item : items) copies.push_back((*this)(item));
    return copies;
  }

  const Graph& graph_;
  CallArgument& argument_;
};

/// A value in the text form, tensors in place of references.
struct Printer {
  const std::vector<Output>& tensors;

  std::string operator()(const Value& value) const {
    if (const auto* ref = std::get_if<Ref>(&value.data)) return print_output(tensors.at(ref->node));
    if (const auto* list = std::get_if<List>(&value.data)) return "[" + all(list->items) + "]";
    if (const auto* tuple = std::get_if<Tuple>(&value.data))
      return "(" + all(tuple->items) + (tuple->items.size() == 1 ? ",)" : ")");
    if (const auto* slice = std::get_if<Slice>(&value.data)) return "slice(" + all(slice->parts) + ")";
    const auto* dict = std::get_if<Dict>(&value.data);
    if (dict == nullptr) return print_value(value);
    std::vector<std::string> items;
    for (const auto& [key, item] : dict->items) items.push_back((*this)(key) + ": " + (*this)(item));
    return fmt::format("{{{}}}", fmt::join(items, ", "));
  }
  std::string all(const ValueList& items) const {
    std::vector<std::string> texts;
    for (const Value& item : items) texts.push_back((*this)(item));
    return fmt::format("{}", fmt::join(texts, ", "));
  }
};

CallSignature signature_of(const Graph& graph, const Node& node) {
  CallSignature signature{.op = to_string(node.target), .arguments = {}};
  if (node.module) signature.op = to_string(OpName{TargetKind::kModule, node.module->class_name});
  const auto add = [&](const std::string& name, const Value& value) {
    CallArgument& argument = signature.arguments.emplace_back(CallArgument{name, {}});
    argument.value = Normalisation(graph, argument)(value);
  };
  for (const Argument& argument : node.args) add(argument.name.str(), argument.value);
  if (node.module)
    for (const auto& [key, value] : node.module->config.items) {
      const auto* name = std::get_if<std::string>(&key.data);
      add(name != nullptr ? *name : print_value(key), value);
    }
  return signature;
}

std::string text_of(const CallSignature& signature) {
  std::string text;
  for (const CallArgument& argument : signature.arguments) text += print_argument(argument) + ", ";
  return text;
}

}  // namespace

std::string origin_of(const Header& header) {
  if (header.case_id.empty()) return "graphs without a case";
  return header.method.empty() ? header.case_id
                               : fmt::format("{} {}@{}", header.case_id, header.method, header.device);
}

std::string print_argument(const CallArgument& argument) {
  return argument.name + "=" + Printer{argument.tensors}(argument.value);
}

void OperatorListBuilder::add(const GraphFile& file) {
  const std::string origin = origin_of(file.header);
  for (const Graph& graph : file.graphs) {
    ++list_.graphs;
    for (const Node& node : graph.nodes) {
      if (node.kind != NodeKind::kOp) continue;
      CallSignature signature = signature_of(graph, node);
      auto& of_operator = by_text_[signature.op];
      std::string text = text_of(signature);
      CallSignature& known = of_operator.try_emplace(std::move(text), std::move(signature)).first->second;
      ++known.calls;
      ++known.from[origin];
      ++list_.calls;
    }
  }
}

void OperatorListBuilder::add_summary(const Header& header) {
  list_.without_nodes.push_back(origin_of(header));
}

OperatorList OperatorListBuilder::finish() {
  list_.operators = by_text_.size();
  for (auto& [op, signatures] : by_text_) {
    const std::size_t first = list_.signatures.size();
    for (auto& [text, signature] : signatures) list_.signatures.push_back(std::move(signature));
    std::stable_sort(
        list_.signatures.begin() + static_cast<std::ptrdiff_t>(first), list_.signatures.end(),
        [](const CallSignature& left, const CallSignature& right) { return left.calls > right.calls; });
  }
  by_text_.clear();
  std::ranges::sort(list_.without_nodes);
  return std::exchange(list_, {});
}

}  // namespace assay
