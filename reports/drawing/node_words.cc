// Texts of nodes and values, based on the text form.
#include "reports/drawing/node_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/graph/text.h"
#include "harness/words/literal.h"

namespace assay {
namespace {

bool holds_ref(const Value& value) {
  bool holds = false;
  for_each_ref(value, [&](const Ref&) { holds = true; });
  return holds;
}

std::string constants_of(const Node& node) {
  std::vector<std::string> words;
  for (const Argument& argument : node.args)
    if (!argument.defaulted && !holds_ref(argument.value))
      words.push_back(argument.name.str() + "=" + print_value(argument.value));
  for (const Name mutated : node.effects.mutates) words.push_back("mutates " + mutated.str());
  if (node.effects.rng) words.emplace_back("rng");
  if (node.effects.state) words.emplace_back("state");
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace

DrawnKind kind_of(const Node& node) {
  if (node.kind == NodeKind::kOp) return DrawnKind::kOperator;
  if (node.kind == NodeKind::kOutput) return DrawnKind::kOutput;
  switch (node.role) {
    case Role::kParameter:
      return DrawnKind::kParameter;
    case Role::kBuffer:
      return DrawnKind::kBuffer;
    case Role::kUser:
      return DrawnKind::kUser;
    case Role::kTangent:
      return DrawnKind::kTangent;
    case Role::kSaved:
      return DrawnKind::kSaved;
    case Role::kConstant:
      return DrawnKind::kConstant;
    case Role::kGenerator:
      return DrawnKind::kGenerator;
    case Role::kOpaque:
      break;
  }
  return DrawnKind::kOpaque;
}

std::vector<std::string> lines_of(const Graph& graph, NodeId id) {
  const Node& node = graph.nodes[id];
  if (node.kind == NodeKind::kOutput) return {"output"};
  if (node.kind == NodeKind::kInput)
    return {fmt::format("%{} {} {}", id, to_string(node.role), quoted(node.name.view()))};
  std::vector<std::string> lines{fmt::format("%{} {}", id, to_string(node.target))};
  if (std::string constants = constants_of(node); !constants.empty()) lines.push_back(std::move(constants));
  return lines;
}

std::string details_of(const Graph& graph, NodeId id) {
  const NodeMeta& meta = graph.nodes[id].meta;
  std::string details = graph.name.str() + ": " + print_node(graph, id);
  if (!meta.module.empty()) details += "  in " + meta.module.str();
  if (!meta.source.empty()) details += "  at " + meta.source.str();
  return details;
}

std::string value_words(const Output* output) {
  if (output == nullptr) return "";
  const auto* tensor = std::get_if<TensorMeta>(&output->data);
  if (tensor == nullptr) return print_output(*output);
  std::vector<std::string> sizes;
  for (const Dim& dim : tensor->shape)
    sizes.push_back(dim.symbolic() ? dim.expr.str() : std::to_string(dim.number));
  return fmt::format("{}[{}]", to_short_string(tensor->dtype), fmt::join(sizes, ","));
}

std::string value_words(const Graph& graph, const Ref& ref) {
  const std::string words = value_words(output_at(graph, ref));
  if (graph.nodes[ref.node].outputs.size() < 2 && ref.path.size() < 2) return words;
  return fmt::format(".{} {}", fmt::join(ref.path, "."), words);
}

std::string drawn_id(const Graph& graph, NodeId id) { return fmt::format("{}/%{}", graph.name.view(), id); }

}  // namespace assay
