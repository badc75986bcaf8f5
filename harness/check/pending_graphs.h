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

/// What narrows what is pending: ids or globs over them, cpu, cuda or all; empty lists take everything.
struct PendingSelection {
  std::string results;
  std::vector<std::string> cases, methods, devices;
  bool narrows() const { return !cases.empty() || !methods.empty() || !devices.empty(); }
};

/// The project that a command works on, and how it types commands about it.
struct ProjectAtHand {
  Project project;
  std::string python_path = {};  ///< $PYTHONPATH
  std::function<ShellLine(ShellLine)> typed = std::identity();
};

/// Records with a proposal that is still there, their goldens where this project has them (golden_places.h).
/// InputError for a method or device that does not exist, and for a file that a link leads out of the
/// results.
std::vector<PairResult> pending_records(const Project& project, const PendingSelection& selection);

/// What of them may become goldens, and why the rest may not.
std::vector<Proposal> proposals_of(const Project& project, const PendingSelection& selection);

/// Records whose graph matches a golden that does not list their versions yet; as above.
std::vector<PairResult> unverified_records(const Project& project, const PendingSelection& selection);

/// Adds their versions to the goldens they match, each told. How many; none of those whose golden may not be
/// written from here.
std::size_t verify_records(
    const Project& project, const PendingSelection& selection,
    const std::function<void(const PairId&, const std::filesystem::path& golden)>& on_verified);

/// What each of the project's cases is compared by; one that is not among them (FILE.py:CALLABLE) by the
/// default policy.
PolicyOf policies_of(const Project& project);

Pending judged(const ProjectAtHand& at_hand, const PendingSelection& selection);

}  // namespace assay
