// GraphOutput: writes captures as a graph file on disk.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay {

/// Steps between walking and writing.
struct Finish {
  std::string lowered_from = {};  ///< digest of the lowered graph file; such graphs lose dead views
};

/// Graphs in file form, and constants too large for the file by the SHA-256 of their bytes.
struct Walked {
  GraphFile file;
  std::map<std::string, std::string> constants;
};

/// Walks each Captured (captured/captured.py) of `captured`. States of `program` are matched by name. `test`
/// is the case as the worker gets it. The header has the versions and pinned environment of this process.
Walked walk_captured(const pybind11::list& captured, const pybind11::object& program,
                     const pybind11::dict& test, const std::string& method, const std::string& device,
                     const Finish& finish = {});

/// Validates the graphs and writes them as the graph file `path`, with the constants beside it. The file
/// appears complete or not at all.
GraphSize write_walked(const Walked& walked, const std::filesystem::path& path);

}  // namespace assay
