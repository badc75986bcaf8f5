// Assay's own tree: the files that the running program reads, and the outputs of a build.
#pragma once

#include <filesystem>

namespace assay {

/// The tree to read: around `program`, else installed with it (share/assay). HarnessError without either.
std::filesystem::path own_tree(const std::filesystem::path& program);
/// The tree around `program`, to write into. HarnessError if there is none.
std::filesystem::path tree_to_write_into(const std::filesystem::path& program);
/// build/workers of the tree or of share/assay.
std::filesystem::path workers_root(const std::filesystem::path& program);
/// build/report/parts there, made by ci/report.sh.
std::filesystem::path page_parts(const std::filesystem::path& program);

}  // namespace assay
