// What the kernel says about a process's memory, in bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <sys/types.h>

namespace assay::zygote {

struct ProcessMemory {
  std::uint64_t resident_peak = 0;  ///< VmHWM
  std::uint64_t anonymous = 0;      ///< RssAnon + RssShmem, which no file gives back; of a forked child it
                                    ///< includes what it inherited
  std::uint64_t file = 0;           ///< RssFile
  std::uint64_t data = 0;           ///< VmData, what RLIMIT_DATA counts
};

/// nullopt when the process is gone.
std::optional<ProcessMemory> memory_of(pid_t pid);

/// The most anonymous memory that a process with this account can have had, as far as the kernel knows.
std::uint64_t peak_anonymous(const ProcessMemory& memory);

}  // namespace assay::zygote
