// What happens in the forked child of one pair.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <sys/types.h>

#include "capture/cost/process_memory.h"
#include "harness/protocol/messages.h"

namespace assay::zygote {

struct LoadedCase;

/// What the zygote knows and its child needs.
struct ChildStart {
  const protocol::Request& request;
  int pipe;  ///< the child's lines go here (child_pipe.h): stages, then its last words
  pid_t zygote;
  const ProcessMemory& at_fork;          ///< the zygote's, inherited: what limit and peak are above
  const std::set<std::string>& modules;  ///< imported by the zygote
  int case_requests = -1;                ///< of a case's first child: where further requests come from
  LoadedCase* loaded = nullptr;          ///< in a child of the case's process: what that has loaded
};

/// Bytes of memory that a request allows its child.
std::uint64_t allowed_bytes(const protocol::Request& request);
/// The end of what a child has printed.
std::string output_tail(const std::string& scratch);
/// Of a pair whose child could not be forked.
std::string not_forked(int error);

/// Captures the pair and leaves by _exit(0) without finalising Python. Every other way to end is a fact that
/// the zygote observes. An exception must not leave it: the frames above are the zygote's, and unwinding them
/// would end the other children.
[[noreturn]] void run_child(const ChildStart& start) noexcept;

}  // namespace assay::zygote
