// Tangents: inputs of a backward pass of graphs.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <ATen/core/ivalue.h>
#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"
#include "harness/graph/value_name.h"

namespace assay::replay {

/// The subject of each tangent: a user's result, the base of a result, or the value written into an input.
std::vector<std::optional<ValueName>> subjects_of_tangents(const std::vector<const Graph*>& graphs);
/// The same for program_run.py, each as a captured.Name or None.
pybind11::list names_in_python(const std::vector<std::optional<ValueName>>& names);

std::size_t tangents_of(const Graph& graph);
bool has_tangents(const std::vector<const Graph*>& graphs);

/// Fills in eager's tangents. The tangent of a mutated input is zero, because no loss reads it. `next` is the
/// number of the graph's first tangent.
void fill_tangents(const Graph& graph, const pybind11::list& tangents, std::size_t next,
                   std::vector<c10::IValue>& inputs);

}  // namespace assay::replay
