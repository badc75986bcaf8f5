// hash_node and the set of soft arguments. Hashes find candidates, compare_node decides.
#include "harness/diff/compare_node.h"

namespace assay {

namespace {

std::uint64_t key_of(const Node& node, const Argument& argument) {
  return mix(mix(static_cast<std::uint64_t>(node.target.kind), node.target.name.hash()),
             argument.name.hash());
}

/// Coarse on purpose: values other than numbers, strings and names count only by type.
std::uint64_t hash_constant(const Value& value) {
  std::uint64_t hash = mix(0, value.data.index());
  if (const auto* number = std::get_if<std::int64_t>(&value.data))
    return mix(hash, static_cast<std::uint64_t>(*number));
  if (const auto* flag = std::get_if<bool>(&value.data)) return mix(hash, *flag ? 2 : 1);
  if (const auto* real = std::get_if<double>(&value.data))
    return mix(hash, std::hash<double>{}(*real == *real ? *real : 0));
  if (const auto* text = std::get_if<std::string>(&value.data))
    return mix(hash, std::hash<std::string>{}(*text));
  if (const auto* sym = std::get_if<SymExpr>(&value.data)) return mix(hash, sym->text.hash());
  if (const auto* py = std::get_if<PyName>(&value.data)) return mix(hash, py->qualified.hash());
  if (const auto* dtype = std::get_if<DType>(&value.data))
    return mix(hash, static_cast<std::uint64_t>(*dtype));
  if (const auto* list = std::get_if<List>(&value.data))
    for (const Value& item : list->items) hash = mix(hash, hash_constant(item));
  if (const auto* tuple = std::get_if<Tuple>(&value.data))
    for (const Value& item : tuple->items) hash = mix(hash, hash_constant(item));
  return hash;
}

std::uint64_t hash_output(std::uint64_t hash, const Output& output, Level level) {
  hash = mix(hash, output.data.index());
  const auto* tensor = std::get_if<TensorMeta>(&output.data);
  if (tensor == nullptr || level < Level::kShapes) return hash;
  hash = mix(hash, static_cast<std::uint64_t>(tensor->dtype));
  for (const Dim& dim : tensor->shape)
    hash = mix(mix(hash, static_cast<std::uint64_t>(dim.number)), dim.expr.hash());
  if (level < Level::kExact || !tensor->stride) return hash;
  for (const Dim& dim : *tensor->stride) hash = mix(hash, static_cast<std::uint64_t>(dim.number));
  return hash;
}

std::uint64_t hash_value(std::uint64_t hash, const ConstantValue& constant, Level level) {
  hash = mix(hash, std::hash<std::string>{}(constant.sha256));
  if (!constant.memory_of || level < Level::kExact) return hash;
  const MemoryOf& memory = *constant.memory_of;
  hash = mix(mix(hash, static_cast<std::uint64_t>(memory.role)), static_cast<std::uint64_t>(memory.offset));
  hash = mix(hash, static_cast<std::uint64_t>(memory.detached));
  return memory.role == Role::kConstant ? hash : mix(hash, memory.name.hash());
}

}  // namespace

void SoftArguments::add_from(const Node& node) {
  for (const Argument& argument : node.args)
    if (argument.defaulted) keys_.insert(key_of(node, argument));
}

bool SoftArguments::contains(const Node& node, const Argument& argument) const {
  return !keys_.empty() && keys_.contains(key_of(node, argument));
}

std::uint64_t hash_node(const Node& node, const Scope& scope) {
  std::uint64_t hash = mix(1, static_cast<std::uint64_t>(node.kind));
  if (node.kind == NodeKind::kInput) {
    hash = mix(hash, static_cast<std::uint64_t>(node.role));
    if (node.role != Role::kConstant) hash = mix(hash, node.name.hash());
    if (node.constant && scope.level >= Level::kShapes) hash = hash_value(hash, *node.constant, scope.level);
  } else if (node.kind == NodeKind::kOp) {
    hash = mix(mix(hash, static_cast<std::uint64_t>(node.target.kind)), node.target.name.hash());
    for (const Argument& argument : node.args) {
      bool wired = holds_ref(argument.value);
      if (!wired && (scope.level < Level::kShapes || (scope.soft && scope.soft->contains(node, argument))))
        continue;
      hash = mix(hash, argument.name.hash());
      if (scope.level >= Level::kShapes) hash = mix(hash, hash_constant(argument.value));
    }
  }
  hash = mix(hash, node.outputs.size());
  for (const Output& output : node.outputs) hash = hash_output(hash, output, scope.level);
  return hash;
}

}  // namespace assay
