// Project: a folder with models/, its goldens in golden/ beside it, and the selection of its cases.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/words/nearest.h"
#include "harness/zoo/case.h"

namespace assay {

struct Project {
  std::filesystem::path root;
  /// False if there is no project. `root` is then the folder of the search, without cases. A user's own case
  /// (FILE.py:CALLABLE, a case file) needs no project.
  bool exists = true;
  std::filesystem::path models() const { return root / "models"; }
  std::filesystem::path golden() const { return root / "golden"; }
};

/// The folder `explicit_root` (--project), else $ASSAY_PROJECT, else the innermost project at or above
/// `start`. Without these `exists` is false: another tree is never searched. InputError for an explicit root
/// or variable without models/.
Project find_project(const std::string& explicit_root, const std::filesystem::path& start);

/// Every case of the project, sorted by id. InputError for two equal ids (names both files), an unused cause,
/// a models/ folder without a case, or a missing project.
std::vector<Case> all_cases(const Project& project);

/// The cases of `selectors`, sorted by id, each once. No selectors: all cases of the project. A selector is
/// an id, a glob over ids (`*` also matches `/`), a case file, FILE.py:CALLABLE, op_db/NAME/DTYPE, or a
/// folder of GraphNet samples. InputError with the nearest ids for a selector that selects nothing.
std::vector<Case> select_cases(const Project& project, const std::vector<std::string>& selectors);

/// The innermost folder above `file` with models/ and either a case file in models/ or a golden/ folder. The
/// first accept makes golden/. Nothing if there is none.
std::optional<Project> enclosing_project(const std::filesystem::path& file);

/// Where goldens of `test` live: golden/ of `project` if it contains the file, else golden/ of the file's own
/// project, else golden/ beside the file.
std::filesystem::path golden_root(const Project& project, const Case& test);

/// Methods by id or glob, in table order. No selectors: all methods. InputError with the nearest names for a
/// selector that selects nothing.
std::vector<MethodId> select_methods(const std::vector<std::string>& selectors);

}  // namespace assay
