// The first line of a check: whose cases they are, and in which folders their goldens.
#pragma once

#include <string>
#include <vector>

#include "harness/zoo/project.h"

namespace assay {

/// "project /src/repo: models/, golden/"; for cases outside of it, or without one, the folders of their
/// goldens: "no project: goldens in /src/mine/golden".
std::string project_line(const Project& project, const std::vector<Case>& cases);

}  // namespace assay
