// Symbols of a graph, bound from the sizes of its inputs; and the guards that a capture carries.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"
#include "harness/graph/sym_expr.h"

namespace assay::replay {

/// The symbols that sizes, strides and numbers of `inputs` (one per input node) determine; where only `2*s0`
/// is seen, s0 is half of it. Symbols that come out of data are absent.
sym::Bindings bind_symbols(const Graph& graph, const std::vector<c10::IValue>& inputs);

/// Which assumption of the capture `inputs` break first, or nothing: the number of dimensions, fixed sizes,
/// element types and numbers of user inputs, what symbolic sizes derive from each other, ranges of symbols,
/// guards. "input 0: size 1 is 6, the capture has 5"; "guard 3 < s0: s0 is 2".
std::optional<std::string> first_guard_broken(const Graph& graph, const std::vector<c10::IValue>& inputs);

/// Which parameter, buffer or tensor of a module's first has another shape or element type than the file
/// says. "input buffer kept: has 3 dimensions, the capture has 2".
std::optional<std::string> first_state_changed(const Graph& graph, const std::vector<c10::IValue>& inputs);

/// The number that `worth` is.
c10::IValue to_ivalue(const sym::Worth& worth);

/// Binds the symbols in `output`, a tensor's or number's description, that `bindings` lacks.
void bind_output(const Output& output, const c10::IValue& value, sym::Bindings& bindings);

}  // namespace assay::replay
