// place_of: a case's file below the root of the sources.
#include "harness/zoo/case_place.h"

#include "harness/zoo/case_path.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

fs::path root_of_sources(const fs::path& file, const Project& project) {
  const std::optional<Project> home =
      project.exists && lies_in(file, project.root) ? project : enclosing_project(file);
  const fs::path folder = home ? fs::weakly_canonical(home->root) : file.parent_path();
  return repository_around(folder).value_or(folder);
}

}  // namespace

std::optional<fs::path> repository_around(fs::path folder) {
  std::error_code ignored;
  while (!fs::exists(folder / ".git", ignored)) {  // a file in a worktree
    if (folder == folder.parent_path()) return std::nullopt;
    folder = folder.parent_path();
  }
  return folder;
}

CasePlace place_of(const Case& test, const Project& project) {
  // Links are resolved for the folder only: a linked file keeps its name here.
  const fs::path file = fs::weakly_canonical(fs::absolute(test.file).parent_path()) / test.file.filename();
  const fs::path below = file.lexically_relative(root_of_sources(file, project));
  return {stays_below(below) ? below.generic_string() : "", test.line};
}

}  // namespace assay
