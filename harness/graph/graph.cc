// Names of the enumerations in graph.h, operator names, sizes.
#include "harness/graph/graph.h"

#include <algorithm>
#include <array>

namespace assay {
namespace {

constexpr std::array<std::string_view, 3> kNodeKinds{"input", "op", "output"};
constexpr std::array<std::string_view, 8> kRoles{"parameter", "buffer",   "user",      "tangent",
                                                 "saved",     "constant", "generator", "opaque"};
static_assert(kRoles.size() == static_cast<std::size_t>(Role::kOpaque) + 1);
constexpr std::array<std::string_view, 4> kResultRoles{"user", "mutation", "gradient", "saved"};
static_assert(kResultRoles.size() == static_cast<std::size_t>(ResultRole::kSaved) + 1);
constexpr std::array<std::string_view, 4> kScalarTypes{"int", "float", "bool", "complex"};
static_assert(kScalarTypes.size() == static_cast<std::size_t>(ScalarType::kComplex) + 1);

// In the order of enum TargetKind; an operator has no prefix.
constexpr std::array<std::string_view, 4> kPrefixes{"", "fn:", "method:", "module:"};

template <typename Enum, std::size_t size>
std::optional<Enum> find(const std::array<std::string_view, size>& names, std::string_view text) {
  const auto found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string to_string(const OpName& op) {
  return std::string(kPrefixes.at(static_cast<std::size_t>(op.kind))) + op.name.str();
}

OpName op_name_from_string(std::string_view text) {
  for (std::size_t i = 1; i < kPrefixes.size(); ++i)
    if (text.starts_with(kPrefixes[i]))
      return {static_cast<TargetKind>(i), Name(text.substr(kPrefixes[i].size()))};
  return {TargetKind::kOperator, Name(text)};
}

std::string_view to_string(NodeKind kind) { return kNodeKinds.at(static_cast<std::size_t>(kind)); }
std::string_view to_string(Role role) { return kRoles.at(static_cast<std::size_t>(role)); }
std::string_view to_string(ResultRole role) { return kResultRoles.at(static_cast<std::size_t>(role)); }
std::string_view to_string(ScalarType type) { return kScalarTypes.at(static_cast<std::size_t>(type)); }

std::optional<Role> role_from_string(std::string_view text) { return find<Role>(kRoles, text); }
std::optional<ResultRole> result_role_from_string(std::string_view text) {
  return find<ResultRole>(kResultRoles, text);
}
std::optional<ScalarType> scalar_type_from_string(std::string_view text) {
  return find<ScalarType>(kScalarTypes, text);
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
