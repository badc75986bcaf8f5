// GraphOutput: what a capture path handed over, as a graph file on the disk.
#pragma once

#include <filesystem>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/graph.h"

namespace assay {

/// Walks each Captured (paths/captured.py) of `captured`, states of `program` by name. `constants` receives
/// what is too large for the file.
std::vector<Graph> graphs_of(const pybind11::list& captured, const pybind11::object& program,
                             std::map<std::string, std::string>& constants);

/// Case, method, device, versions and pinned environment of this process.
Header header_of(const pybind11::dict& test, const std::string& method, const std::string& device);

/// Checks and writes the file and its constants; the file appears whole or not at all.
void write_output(const GraphFile& file, const std::map<std::string, std::string>& constants,
                  const std::filesystem::path& path);

}  // namespace assay
