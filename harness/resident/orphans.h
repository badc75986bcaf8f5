// Orphans: what the processes of a model have started, and left when they ended.
//
// A process that has adopted them (become_adopter) gets those of all its descendants, however many ended in
// between, even those that left their session. Only Linux's /proc tells who they are.
#pragma once

#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace assay::resident {

/// From now on what a descendant leaves behind is a child of this process, unless a process between has done
/// the same.
void become_adopter();

/// -1 when there is no such process.
pid_t parent_of(pid_t process);

/// The children of this process that are not among `known`.
std::vector<pid_t> orphans(const std::set<pid_t>& known);

/// Kills them and reaps them, and those that become ours by that, until there are none; gives up on what
/// starts processes faster than they can be killed. Children among `known` are neither killed nor reaped.
void end_orphans(const std::set<pid_t>& known);

}  // namespace assay::resident
