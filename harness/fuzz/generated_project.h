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
  Project project;  ///< models/fuzz with modules of programs and their case files, and an empty golden/
  struct Program {
    CodedProgram coded;
    std::size_t first_line = 0;  ///< of forward's body in its module
  };
  std::map<std::string, Program> programs;  ///< by id of their cases

  /// The record of one of its pairs, with the program.
  Wrong wrong(PairResult record) const;
};

/// They go together.
struct NamedPrograms {
  std::vector<std::string> ids;
  std::vector<CodedProgram> programs;
};

/// What is at `root` is removed first.
GeneratedProject write_project(const std::filesystem::path& root, const NamedPrograms& programs);

}  // namespace assay::fuzz
