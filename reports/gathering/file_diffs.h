// The differences of two graph files, or of all files that two results folders have.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/diff/policy.h"
#include "harness/golden_store/case_goldens.h"
#include "reports/diff_text/print_diff.h"

namespace assay {

/// Two files by what `pairs` choose of goldens: none, one of the first, or one of each.
struct ComparedFiles {
  GoldenBody left;
  GraphFile right;
};
ComparedFiles compared_files(const std::filesystem::path& left, const std::filesystem::path& right,
                             const std::vector<std::string>& pairs);

/// Every graph file of either folder, in order of name; `on_file` is told each as it comes. InputError for a
/// folder that has no results, and for two without a graph.
std::vector<FileDiff> diff_folders(const std::filesystem::path& left, const std::filesystem::path& right,
                                   const Policy& policy, const std::vector<std::string>& pairs,
                                   const std::function<void(const FileDiff&)>& on_file);

}  // namespace assay
