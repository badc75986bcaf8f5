// Assay's own tree: where the running program finds the files that it reads, and what a build has left.
#pragma once

#include <filesystem>

namespace assay {

/// To read from: the tree around `program`, else the one installed with it (share/assay). HarnessError where
/// neither exists.
std::filesystem::path own_tree(const std::filesystem::path& program);
/// The one around `program`, to write into. HarnessError where the program lies in none.
std::filesystem::path tree_to_write_into(const std::filesystem::path& program);
/// build/workers of the tree, or of share/assay.
std::filesystem::path workers_root(const std::filesystem::path& program);
/// build/report/parts there, which ci/report.sh makes.
std::filesystem::path page_parts(const std::filesystem::path& program);

}  // namespace assay
