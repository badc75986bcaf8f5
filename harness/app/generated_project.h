// GeneratedProject: generated programs on disk, as a project of their own.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/fuzz/decode.h"
#include "harness/zoo/project.h"

namespace assay {

struct GeneratedProject {
  Project project;  ///< models/fuzz with modules of programs and their case files, and an empty golden/
  struct Program {
    fuzz::CodedProgram coded;
    std::size_t first_line = 0;  ///< of forward's body in its module
  };
  std::map<std::string, Program> programs;  ///< by id of their cases
};

/// `ids` and `programs` go together. What is at `root` is removed first.
GeneratedProject write_project(const std::filesystem::path& root, const std::vector<std::string>& ids,
                               const std::vector<fuzz::CodedProgram>& programs);

}  // namespace assay
