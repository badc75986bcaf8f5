// The first lines of a run: whose cases they are, in which folders their goldens, and by what worker.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/run/worker.h"
#include "harness/zoo/project.h"

namespace assay {

/// "project /src/repo: models/, golden/"; for cases outside of it, or without one, the folders of their
/// goldens: "no project: goldens in /src/mine/golden".
std::string project_line(const Project& project, const std::vector<Case>& cases);

/// "assay: 1 case, 2 pairs; worker default (torch 2.15.0, Python 3.11.2)".
std::string announcement(std::size_t cases, std::size_t pairs, const Worker& worker);

}  // namespace assay
