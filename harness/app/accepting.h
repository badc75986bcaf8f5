// Accepting and reviewing on the console: the fate of each proposal.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/app/session.h"
#include "harness/check/pending_graphs.h"

namespace assay {

/// InputError, with `where`, if CI is set: only people accept goldens.
void refuse_in_ci(const std::string& where);

ProjectAtHand at_hand(const Session& session);

/// Prints accepted goldens unless the session is quiet, and refusals always.
AcceptWatcher told_on_console(const Session& session);

/// "remains  seed/mlp make_fx cpu: also 1a2b3c4d, ..": graphs that stay pending because of further causes.
void tell_remaining(const std::vector<const PendingGraph*>& graphs, const std::set<std::string>& accepted);

}  // namespace assay
