// The case that a graph file was captured from: its model, weights, inputs and eager reference.
#pragma once

#include <filesystem>
#include <string>

#include "harness/graph/graph.h"
#include "harness/zoo/project.h"

namespace assay {

/// What `selector` (--case) names, else the project's case with the id in the header, else the case with that
/// id in the header's case file, looked for below the project and below the current folder, if its bytes have
/// the header's digest. A graph file is data: nothing it names is imported, and a path that leads out of the
/// two folders is not opened. InputError when there is none.
Case case_of_graph(const Header& header, const std::filesystem::path& file, const std::string& selector,
                   const Project& project);

}  // namespace assay
