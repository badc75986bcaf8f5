// GeneratedProject: generated programs on disk, as a project of their own.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/fuzz/finding.h"
#include "harness/zoo/project.h"

namespace assay::fuzz {

struct GeneratedProject {
  Project project;  ///< models/fuzz with program modules and case files, and an empty golden/
  struct Program {
    CodedProgram coded;
    std::size_t first_line = 0;  ///< of forward's body in its module
  };
  std::map<std::string, Program> programs;  ///< by case id

  /// The record of a pair, with its program.
  Wrong wrong(PairResult record) const;
};

/// Programs with their ids, in parallel.
struct NamedPrograms {
  std::vector<std::string> ids;
  std::vector<CodedProgram> programs;
};

/// Replaces everything at `root`.
GeneratedProject write_project(const std::filesystem::path& root, const NamedPrograms& programs);

}  // namespace assay::fuzz
