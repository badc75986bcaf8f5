// Operators whose two operands commute, as data.
#pragma once

#include "harness/graph/graph.h"

namespace assay {

/// The operands of `node` if they commute, else nulls. Both must be references. The other arguments must keep
/// them symmetric: `add` needs an `alpha` of 1. In-place and out variants never commute.
struct Operands {
  const Ref* first = nullptr;
  const Ref* second = nullptr;
  explicit operator bool() const { return first != nullptr; }
};
Operands commuting_operands(const Node& node);

/// Swaps the operands that commuting_operands finds. Needs such operands.
void swap_operands(Node& node);

}  // namespace assay
