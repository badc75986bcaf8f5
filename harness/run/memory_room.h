// MemoryRoom: how many pairs there is memory for.
#pragma once

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace assay {

/// What may still be used without swapping, in GB: what the kernel has available, and no more than the
/// control groups of this process leave. nullopt where the kernel does not say. `root`: of /proc and /sys,
/// for tests.
std::optional<double> available_memory_gb(const std::filesystem::path& root = "/");

/// Anonymous memory that a process has resident, in GB; nullopt when there is no such process.
std::optional<double> anonymous_memory_gb(pid_t pid, const std::filesystem::path& root = "/");

/// Whether a pair may begin beside others. Each of them may come to use its whole limit, and nobody knows how
/// much of that it has used already: what is `available` has to do for all of it. One pair always may.
bool has_room(double limit_gb, double limits_of_running_gb, std::optional<double> available_gb);

}  // namespace assay
