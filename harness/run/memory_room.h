// MemoryRoom: whether there is memory for another pair.
#pragma once

#include <filesystem>
#include <optional>
#include <sys/types.h>

namespace assay {

/// Memory in GB usable without swapping, within the control groups of this process. nullopt if the kernel
/// does not report it. `root` contains /proc and /sys, for tests.
std::optional<double> available_memory_gb(const std::filesystem::path& root = "/");

/// Resident anonymous memory of a process in GB. nullopt without such a process.
std::optional<double> anonymous_memory_gb(pid_t pid, const std::filesystem::path& root = "/");

/// Whether a pair may start beside the running pairs. `available_gb` must cover the whole limits of all of
/// them. Their current use is not subtracted, since it is unknown. A pair may always run alone.
bool has_room(double limit_gb, double limits_of_running_gb, std::optional<double> available_gb);

}  // namespace assay
