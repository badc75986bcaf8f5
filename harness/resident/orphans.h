// Orphans: processes that a model's processes started and left when they ended.
//
// An adopter (become_adopter) becomes the parent of all its orphaned descendants, at any depth and in
// other sessions. Only Linux's /proc identifies them.
#pragma once

#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace assay::resident {

/// From now on orphaned descendants become children of this process, unless a process between is an adopter
/// too.
void become_adopter();

/// -1 if there is no such process.
pid_t parent_of(pid_t process);

/// The children of this process that are not in `known`.
std::vector<pid_t> orphans(const std::set<pid_t>& known);

/// Kills and reaps orphans, and the orphans of these, until there are none. Gives up if processes start
/// faster than they can be killed. Children in `known` are neither killed nor reaped.
void end_orphans(const std::set<pid_t>& known);

}  // namespace assay::resident
