// CasePlace: where people look for a case, as a file and a line of their sources.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "harness/zoo/case.h"
#include "harness/zoo/project.h"

namespace assay {

struct CasePlace {
  std::string file;  ///< below the root of the sources, with '/'; empty: not in them
  int line = 1;
  friend bool operator==(const CasePlace&, const CasePlace&) = default;
};

/// Of git: `folder` or the nearest above it that is one, a worktree too; nothing outside of any.
std::optional<std::filesystem::path> repository_around(std::filesystem::path folder);

/// The root of the sources is the repository around the project: there pull requests and editors look for
/// files. Without one it is the project. A case that lies outside of the project has sources of its own: the
/// repository around it, else its own project, else its folder.
CasePlace place_of(const Case& test, const Project& project);

}  // namespace assay
