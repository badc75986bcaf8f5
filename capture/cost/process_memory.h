// ProcessMemory: the kernel's figures for a process, in bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <sys/types.h>

namespace assay::zygote {

struct ProcessMemory {
  std::uint64_t resident_peak = 0;  ///< VmHWM
  std::uint64_t anonymous = 0;      ///< RssAnon + RssShmem; includes a forked child's inherited memory
  std::uint64_t file = 0;           ///< RssFile
  std::uint64_t data = 0;           ///< VmData, which RLIMIT_DATA limits
};

/// nullopt if the process no longer exists.
std::optional<ProcessMemory> memory_of(pid_t pid);

/// Upper bound of the anonymous memory of a process with these figures.
std::uint64_t peak_anonymous(const ProcessMemory& memory);

}  // namespace assay::zygote
