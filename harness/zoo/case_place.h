// CasePlace: file and line of a case in the sources of its project.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/zoo/case.h"
#include "harness/zoo/project.h"

namespace assay {

struct CasePlace {
  std::string file;  ///< Relative to the root of the sources, with '/'. Empty: outside of them.
  int line = 1;
  friend bool operator==(const CasePlace&, const CasePlace&) = default;
};

/// The git repository or worktree that contains `folder`, innermost first. Nothing if there is none.
std::optional<std::filesystem::path> repository_around(std::filesystem::path folder);

/// The root of the sources is the repository around the project, where pull requests and editors look for
/// files. Without a repository it is the project. A case outside of `project` uses its own enclosing project
/// in the same way, else its folder.
CasePlace place_of(const Case& test, const Project& project);

}  // namespace assay
