// Finds the case that a graph file was captured from: its model, weights, inputs and eager reference.
#pragma once

#include <filesystem>
#include <string>

#include "harness/graph/graph.h"
#include "harness/zoo/project.h"

namespace assay {

/// The case of a graph file. Tried in this order: `selector` (--case), the project's case with the header's
/// id, the operator case with that id, and the header's case file. The case file is opened below the project
/// and below the current folder only, and must have the header's digest. A graph file is data: nothing it
/// names is imported. InputError without a case.
Case case_of_graph(const Header& header, const std::filesystem::path& file, const std::string& selector,
                   const Project& project);

}  // namespace assay
