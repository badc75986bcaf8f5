// GraphOutput: what a capture path handed over, as a graph file on the disk.
#pragma once

#include <filesystem>
#include <string>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay {

/// What becomes of walked graphs before they are written.
struct Finish {
  std::string lowered_from = {};  ///< digest of the graph file that was lowered; such graphs lose dead views
};

/// Walks each Captured (captured/captured.py) of `captured`, states of `program` by name, and writes them as
/// the graph file of `test` to `path`, constants too large for it beside it. The file is checked first and
/// appears whole or not at all; its header has the versions and the pinned environment of this process.
GraphSize write_captured(const pybind11::list& captured, const pybind11::object& program,
                         const pybind11::dict& test, const std::string& method, const std::string& device,
                         const std::filesystem::path& path, const Finish& finish = {});

}  // namespace assay
