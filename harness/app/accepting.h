// Accepting and reviewing on the console: what each proposal became.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/app/session.h"
#include "harness/check/pending_graphs.h"

namespace assay {

/// Goldens are written by people: an InputError, of `where`, when CI is set.
void refuse_in_ci(const std::string& where);

ProjectAtHand at_hand(const Session& session);

/// Accepted goldens are told unless the session is quiet, refusals always.
AcceptWatcher told_on_console(const Session& session);

/// "remains  seed/mlp make_fx cpu: also 1a2b3c4d, ..": those that other causes keep pending.
void tell_remaining(const std::vector<const PendingGraph*>& graphs, const std::set<std::string>& accepted);

}  // namespace assay
