// Project: a folder with models/, whose goldens are in golden/ beside it, and the selection of cases in it.
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
  /// False where nothing names a project: `root` is then the current folder, and has no cases. Cases of one's
  /// own (FILE.py:CALLABLE, a case file) need none.
  bool exists = true;
  std::filesystem::path models() const { return root / "models"; }
  std::filesystem::path golden() const { return root / "golden"; }
};

/// `explicit_root` (--project) else $ASSAY_PROJECT else the innermost project at or above `start`, else none,
/// never another tree's. An explicit root or variable without models/ is an InputError.
Project find_project(const std::string& explicit_root, const std::filesystem::path& start);

/// Every case of the project, sorted by id. Two equal ids, or a models/ folder whose JSON files give no case,
/// are an InputError that names both files (the folder); so is a project that does not exist.
std::vector<Case> all_cases(const Project& project);

/// The cases that `selectors` name (ids, globs over ids where `*` also matches `/`, case files,
/// FILE.py:CALLABLE, op_db/NAME/DTYPE, folders of GraphNet's samples), in order of id, each once; all of the
/// project's for no selectors. A selector that selects nothing is an InputError with the nearest ids ("did
/// you mean").
std::vector<Case> select_cases(const Project& project, const std::vector<std::string>& selectors);

/// The innermost folder above `file` that has models/ with a case file in it, or models/ and golden/ (which
/// the first accept makes); nothing when there is none.
std::optional<Project> enclosing_project(const std::filesystem::path& file);

/// Where goldens of `test` live: golden/ of `project` when the file lies in it, else of the file's own
/// project, else golden/ beside the file.
std::filesystem::path golden_root(const Project& project, const Case& test);

/// Methods by id or glob, in the order of the table; all for no selectors. A selector that selects nothing is
/// an InputError with the nearest names.
std::vector<MethodId> select_methods(const std::vector<std::string>& selectors);

}  // namespace assay
