// own_tree: the tree around the program, or installed with it.
#include "harness/run/own_tree.h"

#include "harness/error/error.h"

namespace assay {

namespace {

namespace fs = std::filesystem;

bool is_own_tree(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "harness" / "methods" / "features.json", ignored);
}

/// The innermost tree around `program`, or empty.
fs::path tree_around(const fs::path& program) {
  fs::path folder = program.parent_path();
  while (!is_own_tree(folder)) {
    if (folder == folder.parent_path()) return {};
    folder = folder.parent_path();
  }
  return folder;
}

/// The tree installed with `program`, or empty.
fs::path installed_tree(const fs::path& program) {
  const fs::path tree = program.parent_path().parent_path() / "share" / "assay";
  return is_own_tree(tree) ? tree : fs::path();
}

/// A build output, beside the program's folder or in the tree of an installed program.
fs::path built(const fs::path& program, const fs::path& what) {
  const fs::path beside = program.parent_path().parent_path() / what;
  const fs::path tree = installed_tree(program);
  return tree.empty() || fs::exists(beside) ? beside : tree / "build" / what;
}

}  // namespace

fs::path own_tree(const fs::path& program) {
  fs::path tree = tree_around(program);
  if (tree.empty()) tree = installed_tree(program);
  if (!tree.empty()) return tree;
  throw HarnessError({"a program without the files of its tree", program.string(),
                      "Assay's checkout around it, or share/assay beside its folder", "neither",
                      "ci/zoo.sh, in a checkout"});
}

fs::path tree_to_write_into(const fs::path& program) {
  fs::path tree = tree_around(program);
  if (!tree.empty()) return tree;
  throw HarnessError({"a copy of the program, which writes nothing into the tree that it reads",
                      program.string(), "Assay's checkout around it", "none",
                      "ci/zoo.sh, in a checkout, and the program that it builds"});
}

fs::path workers_root(const fs::path& program) { return built(program, "workers"); }

fs::path page_parts(const fs::path& program) { return built(program, fs::path("report") / "parts"); }

}  // namespace assay
