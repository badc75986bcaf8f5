// Names of the enumerations in graph.h, operator names, sizes.
#include "harness/graph/graph.h"

#include "harness/words/enumerators.h"

namespace assay {
namespace {

constexpr auto kNodeKinds = enumerators<NodeKind>({"input", "op", "output"});
constexpr auto kRoles =
    enumerators<Role>({"parameter", "buffer", "user", "tangent", "saved", "constant", "generator", "opaque"});
constexpr auto kResultRoles =
    enumerators<ResultRole>({"user", "mutation", "replacement", "gradient", "saved"});
constexpr auto kScalarTypes = enumerators<ScalarType>({"int", "float", "bool", "complex"});

// Operators have no prefix.
constexpr auto kPrefixes = enumerators<TargetKind>({"", "fn:", "method:", "module:"});

}  // namespace

std::string to_string(const OpName& op) { return std::string(kPrefixes[op.kind]) + op.name.str(); }

OpName op_name_from_string(std::string_view text) {
  for (const TargetKind kind : {TargetKind::kFunction, TargetKind::kMethod, TargetKind::kModule})
    if (text.starts_with(kPrefixes[kind])) return {kind, Name(text.substr(kPrefixes[kind].size()))};
  return {TargetKind::kOperator, Name(text)};
}

std::string_view to_string(NodeKind kind) { return kNodeKinds[kind]; }
std::string_view to_string(Role role) { return kRoles[role]; }
std::string_view to_string(ResultRole role) { return kResultRoles[role]; }
std::string_view to_string(ScalarType type) { return kScalarTypes[type]; }

std::optional<Role> role_from_string(std::string_view text) { return kRoles.find(text); }
std::optional<ResultRole> result_role_from_string(std::string_view text) { return kResultRoles.find(text); }
std::optional<ScalarType> scalar_type_from_string(std::string_view text) { return kScalarTypes.find(text); }

std::string words_of(const MemoryOf& memory) {
  const std::string name = memory.role == Role::kConstant ? "" : " " + memory.name.str();
  return std::string(to_string(memory.role)) + name + " " + std::to_string(memory.offset) +
         (memory.detached ? " detached" : "");
}

std::string label_of(const Result& result) {
  if (result.role == ResultRole::kUser) return result.name.str();
  return std::string(to_string(result.role)) + ":" + result.name.str();
}

GraphSize size_of(const GraphFile& file) {
  GraphSize size;
  const auto count = [&size](const Ref&) { ++size.edges; };
  for (const Graph& graph : file.graphs) {
    size.nodes += graph.nodes.size();
    for (const Node& node : graph.nodes) {
      for (const Argument& argument : node.args) for_each_ref(argument.value, count);
      for (const Result& result : node.results) for_each_ref(result.value, count);
    }
  }
  return size;
}

const Output* output_at(const Graph& graph, const Ref& ref) {
  const std::vector<Output>* outputs = &graph.nodes[ref.node].outputs;
  const Output* found = nullptr;
  for (std::uint32_t index : ref.path) {
    if (outputs == nullptr || index >= outputs->size()) return nullptr;
    found = &(*outputs)[index];
    outputs = std::get_if<std::vector<Output>>(&found->data);
  }
  return found;
}

}  // namespace assay
