// Tangents: what a backward pass of graphs starts from.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <ATen/core/ivalue.h>
#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"
#include "harness/graph/value_name.h"

namespace assay::replay {

/// What each tangent is about: one of the user's results, the base of one, or what is written into an input.
std::vector<std::optional<ValueName>> subjects_of_tangents(const std::vector<const Graph*>& graphs);
/// The same for trial.py: a captured.Name or None each.
pybind11::list names_in_python(const std::vector<std::optional<ValueName>>& names);

std::size_t tangents_of(const Graph& graph);
bool has_tangents(const std::vector<const Graph*>& graphs);

/// Tangents as eager made them; that of a mutated input is zero, since no loss reads it. `next` is the number
/// of the graph's first tangent.
void fill_tangents(const Graph& graph, const pybind11::list& tangents, std::size_t next,
                   std::vector<c10::IValue>& inputs);

}  // namespace assay::replay
