// Operators whose two operands commute.
#include "harness/diff/commutative.h"

#include <algorithm>
#include <string_view>

namespace assay {

namespace {

/// With operands `self` and `other`. In-place and out variants write one of them and do not commute.
constexpr std::string_view kCommutative[] = {
    "aten.add.Tensor",         "aten.mul.Tensor",          "aten.maximum.default",
    "aten.minimum.default",    "aten.fmax.default",        "aten.fmin.default",
    "aten.eq.Tensor",          "aten.ne.Tensor",           "aten.logical_and.default",
    "aten.logical_or.default", "aten.logical_xor.default", "aten.bitwise_and.Tensor",
    "aten.bitwise_or.Tensor",  "aten.bitwise_xor.Tensor",  "aten.hypot.default",
};

template <typename Arguments>
auto named(Arguments& arguments, std::string_view name) {
  auto found =
      std::ranges::find_if(arguments, [&](const Argument& argument) { return argument.name.view() == name; });
  return found == arguments.end() ? nullptr : &*found;
}

}  // namespace

Operands commuting_operands(const Node& node) {
  if (node.kind != NodeKind::kOp || node.target.kind != TargetKind::kOperator || node.effects.any())
    return {};
  if (std::find(std::begin(kCommutative), std::end(kCommutative), node.target.name.view()) ==
      std::end(kCommutative))
    return {};
  const Argument *self = named(node.args, "self"), *other = named(node.args, "other"),
                 *alpha = named(node.args, "alpha");
  if (!self || !other || (alpha && !(alpha->value == Value(std::int64_t{1})))) return {};
  const Ref *first = std::get_if<Ref>(&self->value.data), *second = std::get_if<Ref>(&other->value.data);
  return first && second ? Operands{first, second} : Operands{};
}

void swap_operands(Node& node) {
  std::swap(named(node.args, "self")->value, named(node.args, "other")->value);
}

}  // namespace assay
