// The pending graphs of a results folder, judged by the policies of the project's cases.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/check/accept.h"
#include "harness/check/pending.h"
#include "harness/zoo/project.h"

namespace assay {

/// Filters of pending graphs: ids or globs, and devices cpu, cuda or all. Empty lists select everything.
struct PendingSelection {
  std::string results;
  std::vector<std::string> cases, methods, devices;
  bool narrows() const { return !cases.empty() || !methods.empty() || !devices.empty(); }
};

/// The project of a command, and the session's form of commands about it.
struct ProjectAtHand {
  Project project;
  std::string python_path = {};  ///< $PYTHONPATH
  std::function<ShellLine(ShellLine)> typed = std::identity();
};

/// Records whose proposal still exists, with their goldens in this project (golden_places.h). InputError for
/// an unknown method or device, and for a link that leads out of the results folder.
std::vector<PairResult> pending_records(const Project& project, const PendingSelection& selection);

/// The proposals of the selected records, each with a refusal if it cannot be accepted.
std::vector<Proposal> proposals_of(const Project& project, const PendingSelection& selection);

/// Records whose graph matches a golden that does not list their versions yet. Errors as in pending_records.
std::vector<PairResult> unverified_records(const Project& project, const PendingSelection& selection);

/// Adds their versions to the matching goldens and reports each. Returns their number. Skips goldens that may
/// not be written from here.
std::size_t verify_records(
    const Project& project, const PendingSelection& selection,
    const std::function<void(const PairId&, const std::filesystem::path& golden)>& on_verified);

/// The comparison policy of each case. A case outside the project (FILE.py:CALLABLE) has the default policy.
PolicyOf policies_of(const Project& project);

Pending judged(const ProjectAtHand& at_hand, const PendingSelection& selection);

}  // namespace assay
