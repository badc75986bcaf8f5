// Symbols of a graph, bound from the sizes of its inputs, and the guards of a capture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>

#include "harness/graph/graph.h"
#include "harness/graph/sym_expr.h"

namespace assay::replay {

/// The symbols that sizes, strides and numbers of `inputs` (one per input node) determine. From `2*s0` alone,
/// s0 is half the size. Data-dependent symbols are absent.
sym::Bindings bind_symbols(const Graph& graph, const std::vector<c10::IValue>& inputs);

/// The first assumption of the capture that `inputs` break, or nothing. Checked: numbers of dimensions, fixed
/// sizes, element types and numbers of user inputs; derived symbolic sizes; ranges of symbols; guards. "input
/// 0: size 1 is 6, the capture has 5"; "guard 3 < s0: s0 is 2".
std::optional<std::string> first_guard_broken(const Graph& graph, const std::vector<c10::IValue>& inputs);

/// The first parameter, buffer or tensor of a module whose shape or element type differs from the file.
/// "input buffer kept: has 3 dimensions, the capture has 2".
std::optional<std::string> first_state_changed(const Graph& graph, const std::vector<c10::IValue>& inputs);

c10::IValue to_ivalue(const sym::Worth& worth);

/// Binds the symbols in `output`, the description of a tensor or number, that `bindings` lacks.
void bind_output(const Output& output, const c10::IValue& value, sym::Bindings& bindings);

}  // namespace assay::replay
