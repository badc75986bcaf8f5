// full_diff: every node of a capture beside the graph that a summary was made of.
#pragma once

#include <filesystem>
#include <string>

#include "harness/results/pair_result.h"
#include "harness/zoo/project.h"

namespace assay {

/// A capture that differs from its golden, which is a summary and has no nodes to show.
struct SummaryDifference {
  PairId pair;
  std::string selector;  ///< what names the case on a command line; empty: nothing does
  Project project;
  std::filesystem::path golden, captured;
  Policy policy = {};
  std::string python_path = {};  ///< $PYTHONPATH of the run
};

/// "assay diff LEFT RIGHT".
Command diff_of(const std::filesystem::path& left, const std::filesystem::path& right);

/// Captures the pair from the sources that the golden was committed with, in a worktree beside the
/// repository, and compares that graph with the golden, then with `captured`. Python imports from the
/// worktree: entries of PYTHONPATH are moved there, and its src/ comes before an editable install.
/// --own-sources refuses a module from elsewhere in the repository. Without a repository, or a name for the
/// case, it is the comparison with the summary.
ShellLine full_diff(const SummaryDifference& difference);

}  // namespace assay
