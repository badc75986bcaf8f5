// Child: the forked process of one pair.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <sys/types.h>

#include "capture/cost/process_memory.h"
#include "harness/protocol/messages.h"

namespace assay::zygote {

struct LoadedCase;

/// State of the zygote that its child needs.
struct ChildStart {
  const protocol::Request& request;
  int pipe;  ///< for the child's lines (child_pipe.h): stages, then its last words
  pid_t zygote;
  const ProcessMemory& at_fork;          ///< the zygote's, inherited: limit and peak count from here
  const std::set<std::string>& modules;  ///< imported by the zygote
  int case_requests = -1;                ///< for a case's first child: source of further requests
  LoadedCase* loaded = nullptr;          ///< in a child of the case's process: its loaded case
};

/// Bytes of memory that a request allows its child.
std::uint64_t allowed_bytes(const protocol::Request& request);
/// The end of a child's output.
std::string output_tail(const std::string& scratch);
/// Message for a pair whose child could not be forked.
std::string not_forked(int error);

/// Captures the pair and leaves by _exit(0) without finalising Python. The zygote observes every other end.
/// No exception may leave it: the frames above belong to the zygote, and unwinding them would end the other
/// children.
[[noreturn]] void run_child(const ChildStart& start) noexcept;

}  // namespace assay::zygote
