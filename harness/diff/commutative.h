// The operators whose two operands may change places, as data.
#pragma once

#include "harness/graph/graph.h"

namespace assay {

/// The two operands of `node` when it is one of them, both are references, and its other arguments keep the
/// two alike (`add` with an `alpha` other than 1 does not); nulls otherwise.
struct Operands {
  const Ref* first = nullptr;
  const Ref* second = nullptr;
  explicit operator bool() const { return first != nullptr; }
};
Operands commuting_operands(const Node& node);

/// Swaps them; `node` must have them.
void swap_operands(Node& node);

}  // namespace assay
