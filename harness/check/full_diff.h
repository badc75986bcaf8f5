// full_diff: the node-by-node difference between a capture and a summary golden.
#pragma once

#include <filesystem>
#include <string>

#include "harness/results/pair_result.h"
#include "harness/zoo/project.h"

namespace assay {

/// A capture that differs from its golden, a summary without nodes.
struct SummaryDifference {
  PairId pair;
  std::string selector;  ///< names the case on a command line; empty: no name
  Project project;
  std::filesystem::path golden, captured;
  Policy policy = {};
  std::string python_path = {};  ///< $PYTHONPATH of the run
};

/// "assay diff LEFT RIGHT".
Command diff_of(const std::filesystem::path& left, const std::filesystem::path& right);

/// Captures the pair from the sources at the golden's last commit, in a worktree beside the repository.
/// Compares that graph with the golden, then with `captured`. Python imports from the worktree: PYTHONPATH
/// entries are moved there, and the worktree's src/ precedes an editable install. --own-sources refuses
/// modules from elsewhere in the repository. Without a repository or a selector, compares with the summary
/// instead.
ShellLine full_diff(const SummaryDifference& difference);

}  // namespace assay
