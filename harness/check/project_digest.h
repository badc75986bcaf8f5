// project_digest: whether two machines judge by the same project.
#pragma once

#include <string>
#include <vector>

#include "harness/zoo/project.h"

namespace assay {

/// SHA-256 over the inputs of the verdicts of `cases`: their case files, their goldens, and all Python below
/// models/. Excludes the project's location, packages and other Python. PyTorch's version is recorded
/// separately.
std::string project_digest(const Project& project, const std::vector<Case>& cases);

}  // namespace assay
