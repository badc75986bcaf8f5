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
  WordWriter(const Scope& scope, NodeWords& words) : scope_(scope), words_(words.words_) {}

  /// How many words there are; 0 when there are none.
  std::size_t write(const Node& node) { return parts(node) && size_ <= words_.size() ? size_ : 0; }

 private:
  bool parts(const Node& node) {
    if (node.kind == NodeKind::kOutput || node.module || node.constant || !node.also.empty()) return false;
    put(packed(static_cast<std::uint64_t>(node.kind), node.outputs.size()));
    if (node.kind == NodeKind::kInput) {
      put(static_cast<std::uint64_t>(node.role));
      if (node.role != Role::kConstant) put(node.name);
    } else {
      put(static_cast<std::uint64_t>(node.target.kind));
      put(node.target.name);
      if (!arguments(node)) return false;
      effects(node);
    }
    for (const Output& one : node.outputs) output(one);
    return true;
  }

  bool exact() const { return scope_.level >= Level::kExact; }
  void put(std::uint64_t word) {
    if (size_ < words_.size()) words_[size_] = word;
    ++size_;
  }
  void put(Name name) { put(name.address()); }

  bool arguments(const Node& node) {
    std::uint64_t& count = words_[size_];
    put(0);
    for (const Argument& argument : node.args) {
      if (scope_.soft->contains(node, argument) && !holds_ref(argument.value)) continue;
      ++count;
      put(argument.name);
      if (!value(argument.value) || size_ > words_.size()) return false;
    }
    return true;
  }

  bool value(const Value& value) {
    return std::visit([&](const auto& one) { return part(value.data.index(), one); }, value.data);
  }
  bool part(std::size_t index, const ValueList& items) {
    put(packed(index, items.size()));
    for (const Value& item : items)
      if (!value(item)) return false;
    return true;
  }
  bool part(std::size_t index, const List& list) { return part(index, list.items); }
  bool part(std::size_t index, const Tuple& tuple) { return part(index, tuple.items); }
  bool part(std::size_t index, const Slice& slice) { return part(index, slice.parts); }
  bool part(std::size_t index, const Dict& dict) {
    put(packed(index, dict.items.size()));
    for (const auto& [key, item] : dict.items)
      if (!value(key) || !value(item)) return false;
    return true;
  }
  bool part(std::size_t index, const Ref&) { return put(index), true; }
  bool part(std::size_t index, Null) { return put(index), true; }
  bool part(std::size_t index, Ellipsis) { return put(index), true; }
  bool part(std::size_t index, bool flag) { return put(packed(index, flag ? 1 : 0)), true; }
  bool part(std::size_t index, std::int64_t number) {
    return put(index), put(static_cast<std::uint64_t>(number)), true;
  }
  bool part(std::size_t index, double real) { return put(index), put(bits_of(real)), true; }
  bool part(std::size_t index, const Complex& number) {
    return put(index), put(bits_of(number.re)), put(bits_of(number.im)), true;
  }
  bool part(std::size_t index, DevicePlace place) {
    return put(packed(index, static_cast<std::uint32_t>(place.index))), put(place.type), true;
  }
  bool part(std::size_t index, SymExpr expression) { return put(index), put(expression.text), true; }
  bool part(std::size_t index, PyName name) { return put(index), put(name.qualified), true; }
  bool part(std::size_t index, Opaque opaque) { return put(index), put(opaque.what), true; }
  template <typename Enumerator>
  requires std::is_enum_v<Enumerator>
  bool part(std::size_t index, Enumerator one) {
    return put(packed(index, static_cast<std::uint64_t>(one))), true;
  }
  bool part(std::size_t, const std::string&) { return false; }
  bool part(std::size_t, const BigInt&) { return false; }
  bool part(std::size_t, SubGraph) { return false; }

  void effects(const Node& node) {
    put(packed(node.effects.rng ? 1 : 0, node.effects.state ? 1 : 0));
    if (!exact()) return;
    put(packed(node.effects.mutates.size(), node.alias.size()));
    for (const Name mutated : node.effects.mutates) put(mutated);
    for (const Alias& alias : node.alias) {
      put(alias.argument);
      put(alias.output.size());
      for (const std::uint32_t step : alias.output) put(step);
    }
  }

  void output(const Output& output) {
    std::visit([&](const auto& one) { meta(output.data.index(), one); }, output.data);
  }
  void meta(std::size_t index, Null) { put(index); }
  void meta(std::size_t index, Opaque opaque) { put(index), put(opaque.what); }
  void meta(std::size_t index, const ScalarMeta& scalar) {
    put(packed(index, static_cast<std::uint64_t>(scalar.type))), put(scalar.expr);
  }
  void meta(std::size_t index, const std::vector<Output>& items) {
    put(packed(index, items.size()));
    for (const Output& item : items) output(item);
  }
  void meta(std::size_t index, const TensorMeta& tensor) {
    put(packed(index, static_cast<std::uint64_t>(tensor.dtype)));
    sizes(tensor.shape);
    if (!exact()) return;
    put(packed(static_cast<std::uint64_t>(tensor.layout) | std::uint64_t{tensor.stride.has_value()} << 8,
               static_cast<std::uint32_t>(tensor.device.index)));
    put(tensor.device.type);
    if (tensor.stride) sizes(*tensor.stride);
  }
  void sizes(const std::vector<Dim>& dims) {
    const bool symbolic = std::ranges::any_of(dims, &Dim::symbolic);
    put(packed(dims.size(), symbolic ? 1 : 0));
    for (const Dim& dim : dims) {
      put(static_cast<std::uint64_t>(dim.number));
      if (symbolic) put(dim.expr);
    }
  }

  const Scope& scope_;
  std::array<std::uint64_t, NodeWords::kMost>& words_;
  std::size_t size_ = 0;  ///< above that of words_ when they do not suffice
};

void NodeWords::read(const Node& node, const Scope& scope) {
  size_ = scope.level < Level::kShapes ? 0 : WordWriter(scope, *this).write(node);
}

void NodeWords::assign(std::span<const std::uint64_t> words) {
  size_ = words.size();
  std::ranges::copy(words, words_.begin());
}

}  // namespace assay
