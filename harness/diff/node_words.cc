// Node words: each part says how long it is before it begins, so no two nodes run together.
#include "harness/diff/node_words.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace assay {

namespace {

std::uint64_t packed(std::uint64_t low, std::uint64_t high) { return low | high << 32; }

/// Every NaN is equal to every NaN.
std::uint64_t bits_of(double real) {
  return std::isnan(real) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(real);
}

}  // namespace

class WordWriter {
 public:
  WordWriter(const Scope& scope, NodeWords& words) : scope_(scope), words_(words) {}

  // False from each: the node has no words, or more than there is room for.
  bool put(const Node& node) {
    if (node.kind == NodeKind::kOutput || node.module || node.constant || !node.also.empty()) return false;
    if (!put(packed(static_cast<std::uint64_t>(node.kind), node.outputs.size()))) return false;
    if (!(node.kind == NodeKind::kInput ? put_input(node) : put_op(node))) return false;
    return std::ranges::all_of(node.outputs, [this](const Output& one) { return put(one); });
  }

 private:
  bool exact() const { return scope_.level >= Level::kExact; }

  bool put(std::uint64_t word) {
    if (words_.size_ == NodeWords::kMost) return false;
    words_.words_[words_.size_++] = word;
    return true;
  }
  bool put(Name name) { return put(name.address()); }

  bool put_input(const Node& node) {
    return put(static_cast<std::uint64_t>(node.role)) && (node.role == Role::kConstant || put(node.name));
  }

  bool put_op(const Node& node) {
    return put(static_cast<std::uint64_t>(node.target.kind)) && put(node.target.name) &&
           put_arguments(node) && put_effects(node);
  }

  bool put_arguments(const Node& node) {
    std::uint64_t& count = words_.words_[words_.size_];
    if (!put(0)) return false;
    for (const Argument& argument : node.args) {
      if (scope_.soft->contains(node, argument) && !holds_ref(argument.value)) continue;
      ++count;
      if (!put(argument.name) || !put(argument.value)) return false;
    }
    return true;
  }

  bool put_effects(const Node& node) {
    if (!put(packed(node.effects.rng ? 1 : 0, node.effects.state ? 1 : 0))) return false;
    if (!exact()) return true;
    const auto put_name = [this](Name name) { return put(name); };
    const auto put_alias = [this](const Alias& alias) {
      return put(alias.argument) && put(alias.output.size()) &&
             std::ranges::all_of(alias.output, [this](std::uint32_t step) { return put(step); });
    };
    return put(packed(node.effects.mutates.size(), node.alias.size())) &&
           std::ranges::all_of(node.effects.mutates, put_name) && std::ranges::all_of(node.alias, put_alias);
  }

  bool put(const Value& value) {
    return std::visit([&](const auto& one) { return part(value.data.index(), one); }, value.data);
  }
  bool part(std::size_t index, const ValueList& items) {
    return put(packed(index, items.size())) &&
           std::ranges::all_of(items, [this](const Value& item) { return put(item); });
  }
  bool part(std::size_t index, const List& list) { return part(index, list.items); }
  bool part(std::size_t index, const Tuple& tuple) { return part(index, tuple.items); }
  bool part(std::size_t index, const Slice& slice) { return part(index, slice.parts); }
  bool part(std::size_t index, const Dict& dict) {
    return put(packed(index, dict.items.size())) &&
           std::ranges::all_of(dict.items,
                               [this](const auto& entry) { return put(entry.first) && put(entry.second); });
  }
  bool part(std::size_t index, const Ref&) { return put(index); }
  bool part(std::size_t index, Null) { return put(index); }
  bool part(std::size_t index, Ellipsis) { return put(index); }
  bool part(std::size_t index, bool flag) { return put(packed(index, flag ? 1 : 0)); }
  bool part(std::size_t index, std::int64_t number) {
    return put(index) && put(static_cast<std::uint64_t>(number));
  }
  bool part(std::size_t index, double real) { return put(index) && put(bits_of(real)); }
  bool part(std::size_t index, const Complex& number) {
    return put(index) && put(bits_of(number.re)) && put(bits_of(number.im));
  }
  bool part(std::size_t index, DevicePlace place) {
    return put(packed(index, static_cast<std::uint32_t>(place.index))) && put(place.type);
  }
  bool part(std::size_t index, SymExpr expression) { return put(index) && put(expression.text); }
  bool part(std::size_t index, PyName name) { return put(index) && put(name.qualified); }
  bool part(std::size_t index, Opaque opaque) { return put(index) && put(opaque.what); }
  template <typename Enumerator>
  requires std::is_enum_v<Enumerator>
  bool part(std::size_t index, Enumerator one) { return put(packed(index, static_cast<std::uint64_t>(one))); }
  bool part(std::size_t, const std::string&) { return false; }
  bool part(std::size_t, const BigInt&) { return false; }
  bool part(std::size_t, SubGraph) { return false; }

  bool put(const Output& output) {
    return std::visit([&](const auto& one) { return part(output.data.index(), one); }, output.data);
  }
  bool part(std::size_t index, const ScalarMeta& scalar) {
    return put(packed(index, static_cast<std::uint64_t>(scalar.type))) && put(scalar.expr);
  }
  bool part(std::size_t index, const std::vector<Output>& items) {
    return put(packed(index, items.size())) &&
           std::ranges::all_of(items, [this](const Output& item) { return put(item); });
  }
  bool part(std::size_t index, const TensorMeta& tensor) {
    if (!put(packed(index, static_cast<std::uint64_t>(tensor.dtype))) || !put(tensor.shape)) return false;
    if (!exact()) return true;
    return put(packed(
               static_cast<std::uint64_t>(tensor.layout) | std::uint64_t{tensor.stride.has_value()} << 8,
               static_cast<std::uint32_t>(tensor.device.index))) &&
           put(tensor.device.type) && (!tensor.stride || put(*tensor.stride));
  }
  bool put(const std::vector<Dim>& dims) {
    const bool symbolic = std::ranges::any_of(dims, &Dim::symbolic);
    return put(packed(dims.size(), symbolic ? 1 : 0)) && std::ranges::all_of(dims, [&](const Dim& dim) {
             return put(static_cast<std::uint64_t>(dim.number)) && (!symbolic || put(dim.expr));
           });
  }

  const Scope& scope_;
  NodeWords& words_;
};

void NodeWords::read(const Node& node, const Scope& scope) {
  size_ = 0;
  if (scope.level < Level::kShapes || !WordWriter(scope, *this).put(node)) size_ = 0;
}

}  // namespace assay
