// The pending graphs of a results folder, judged by the policies of the project's cases.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/app/session.h"
#include "harness/check/pending.h"

namespace assay {

/// What narrows what is pending: ids or globs over them, cpu, cuda or all; empty lists take everything.
struct PendingSelection {
  std::string results;
  std::vector<std::string> cases, methods, devices;
  bool narrows() const { return !cases.empty() || !methods.empty() || !devices.empty(); }
};

/// Records with a proposal that is still there, their goldens where this project has them (golden_places.h).
/// InputError for a method or device that does not exist, and for a file that a link leads out of the
/// results.
std::vector<PairResult> pending_records(const Session& session, const PendingSelection& selection);

/// Records whose graph matches a golden that does not list their versions yet; as above.
std::vector<PairResult> unverified_records(const Session& session, const PendingSelection& selection);

/// Adds their versions to the goldens they match, each told unless the session is quiet. How many; none of
/// those whose golden may not be written from here.
std::size_t verify_records(const Session& session, const PendingSelection& selection);

/// What each of the project's cases is compared by; one that is not among them (FILE.py:CALLABLE) by the
/// default policy.
PolicyOf policies_of(const Session& session);

Pending judged(const Session& session, const PendingSelection& selection);

/// Accepts them one by one, each told unless the session is quiet; those that cannot be accepted are told as
/// refused. The pairs that were accepted.
std::set<PairId> accept_graphs(const Session& session, const std::vector<const PendingGraph*>& graphs);

/// "remains  seed/mlp make_fx cpu: also 1a2b3c4d, ..": those that other causes keep pending.
void tell_remaining(const std::vector<const PendingGraph*>& graphs, const std::set<std::string>& accepted);

}  // namespace assay
