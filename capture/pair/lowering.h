// Lowering: a graph file as the ATen operators it comes down to, the level at which methods are compared.
#pragma once

#include <filesystem>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay {

/// Runs the graph file `source` with fake tensors under functionalisation (pair/lower.py), `program` giving
/// inputs and states, and writes what ran to `path`. Its header is that of the source with `lowered_from`.
/// Dead views are left out: functionalisation makes them. Throws replay::CannotReplay for what cannot be
/// executed, InputError for a source that is no graph file.
GraphSize write_lowered(const std::filesystem::path& source, const pybind11::object& program,
                        const pybind11::dict& test, const std::filesystem::path& path);

}  // namespace assay
