// project_digest: whether two machines judge by the same project.
#pragma once

#include <string>
#include <vector>

#include "harness/zoo/project.h"

namespace assay {

/// SHA-256 over what the verdicts of `cases` hang on: their case files, their goldens, and all
/// Python below models/. Where the project lies is not part of it; nor are packages and Python elsewhere,
/// of which PyTorch's version is told beside it.
std::string project_digest(const Project& project, const std::vector<Case>& cases);

}  // namespace assay
