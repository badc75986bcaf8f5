// Differences of two graph files, or of all files of two results folders.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/diff/policy.h"
#include "harness/golden_store/case_goldens.h"
#include "reports/diff_text/print_diff.h"

namespace assay {

/// Loads two files. `pairs` selects pairs of golden files: none, one for both files, or one per file.
struct ComparedFiles {
  GoldenBody left;
  GraphFile right;
};
ComparedFiles compared_files(const std::filesystem::path& left, const std::filesystem::path& right,
                             const std::vector<std::string>& pairs);

/// Compares every graph file of either folder, in order of name, and passes each result to `on_file`. Throws
/// InputError for a folder without results, and for two folders without graphs.
std::vector<FileDiff> diff_folders(const std::filesystem::path& left, const std::filesystem::path& right,
                                   const Policy& policy, const std::vector<std::string>& pairs,
                                   const std::function<void(const FileDiff&)>& on_file);

}  // namespace assay
