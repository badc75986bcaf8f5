// Lowering: lowers a graph file to ATen operators, the level at which methods are compared.
#pragma once

#include <filesystem>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay {

/// Runs the graph file `source` with fake tensors under functionalisation (pair/lower.py) and writes the
/// executed operators to `path`. `program` gives inputs and states. The header is that of the source plus
/// `lowered_from`. Omits dead views, which functionalisation creates. Throws replay::CannotReplay if the
/// source cannot be executed, and InputError if it is no graph file.
GraphSize write_lowered(const std::filesystem::path& source, const pybind11::object& program,
                        const pybind11::dict& test, const std::filesystem::path& path);

}  // namespace assay
