// What happens in the forked child of one pair.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <sys/types.h>

#include "harness/protocol/messages.h"

namespace assay::zygote {

/// What the zygote knows and its child needs.
struct ChildStart {
  const protocol::Request& request;
  int pipe;  ///< the child's lines go here (child_pipe.h): stages, then its last words
  pid_t zygote;
  std::uint64_t data_limit;              ///< RLIMIT_DATA in bytes
  std::uint64_t anonymous_at_fork;       ///< inherited; the baseline of its peak
  const std::set<std::string>& modules;  ///< imported before the fork
};

/// Captures the pair and leaves by _exit(0) without finalising Python. Every other way to end is a fact that
/// the zygote observes. An exception must not leave it: the frames above are the zygote's, and unwinding them
/// would end the other children.
[[noreturn]] void run_child(const ChildStart& start) noexcept;

}  // namespace assay::zygote
