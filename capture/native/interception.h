// Interception: the dispatcher fallbacks through which a recorder sees every operator call.
//
// On real devices it sees each operator once, without the calls inside a backend's kernel. Under a
// FakeTensorMode it sees the calls that a backend would get. Above autograd, composite operators stay whole.
// Not recorded: the compilation of a real program, which uses fake tensors, and operators that a thread runs
// in an Aside (native/aside.py).
//
// Limit: an autograd kernel of other operators that does not exclude autograd is recorded beside its parts.
// The zoo has no such kernel.
//
// Autograd's worker threads are recorded like the calling thread, any other thread from its first operator
// on.
#pragma once

#include <cstdint>

#include <c10/util/ThreadLocalDebugInfo.h>

#include "capture/native/call_log.h"

namespace assay::native {

enum class Level : std::uint8_t {
  kBelowAutograd,  ///< calls that reach a backend or a fake mode
  kAboveAutograd,  ///< calls of the program, composite operators whole; below autocast and functorch
};

/// The kind of the program's tensors. Level and world decide the dispatch key.
enum class World : std::uint8_t { kReal, kFake };

/// Registers the fallbacks, in about 0.1 s the first time. They have no effect outside a recording. Throws
/// c10::Error if PyTorch has its own fallbacks at these keys.
void prepare();

/// A fake mode received `op` itself, possibly during a recorded call of `op` on this thread. Other operators
/// below its autograd kernel, such as in the `setup_context` of a custom operator, then do not replace it.
void reached_mode(const c10::OperatorName& op);

/// The dispatch keys of the fallbacks, in the form of Python's DispatchKeySet.from_raw_repr.
std::uint64_t raw_keys();

/// From construction to destruction, nothing that this thread or autograd's threads run for it is recorded.
/// PyTorch passes its debug information on to those threads.
class Aside {
 public:
  /// Whether this thread has an open Aside.
  static bool is_open() { return c10::ThreadLocalDebugInfo::get(c10::DebugInfoKind::TEST_INFO) != nullptr; }

 private:
  c10::DebugInfoGuard guard_{c10::DebugInfoKind::TEST_INFO, std::make_shared<c10::DebugInfoBase>()};
};

/// The only recording of this process. From construction to destruction, operators of all threads are
/// appended to `log`. Both must be on the same thread. Throws HarnessError if a recording exists.
class Interception {
 public:
  Interception(CallLog& log, Level level, World world);
  ~Interception();
  Interception(const Interception&) = delete;
  Interception& operator=(const Interception&) = delete;

 private:
  bool record_functions_;  ///< whether they were enabled on this thread
};

}  // namespace assay::native
