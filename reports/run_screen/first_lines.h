// First lines of a run: project, golden folders and worker.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/run/worker.h"
#include "harness/zoo/project.h"

namespace assay {

/// "project /src/repo: models/, golden/". Cases outside of the project add their golden folders. Without a
/// project: "no project: goldens in /src/mine/golden".
std::string project_line(const Project& project, const std::vector<Case>& cases);

/// "assay: 1 case, 2 pairs; worker default (torch 2.15.0, Python 3.11.2)".
std::string announcement(std::size_t cases, std::size_t pairs, const Worker& worker);

}  // namespace assay
