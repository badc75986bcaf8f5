// GraphOutput: what a capture path handed over, as a graph file on the disk.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay {

/// What becomes of walked graphs before they are written.
struct Finish {
  std::string lowered_from = {};  ///< digest of the graph file that was lowered; such graphs lose dead views
};

/// Graphs as a file has them, and the constants too large for it by the SHA-256 of their bytes.
struct Walked {
  GraphFile file;
  std::map<std::string, std::string> constants;
};

/// Walks each Captured (captured/captured.py) of `captured`, states of `program` by name. The header has the
/// versions and the pinned environment of this process.
Walked walk_captured(const pybind11::list& captured, const pybind11::object& program,
                     const pybind11::dict& test, const std::string& method, const std::string& device,
                     const Finish& finish = {});

/// Checks the graphs and writes them as the graph file `path`, constants beside it. The file appears whole or
/// not at all.
GraphSize write_walked(const Walked& walked, const std::filesystem::path& path);

}  // namespace assay
