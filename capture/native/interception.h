// Interception: the fallbacks in the dispatcher through which a recorder sees every operator call.
//
// Two dispatch keys, each where it sees what it must; native_test.py shows both.
//
// `Fake`, on real devices. It lies below autograd and functionalisation and above the backends: it is reached
// once per operator that runs, and what a backend's kernel calls inside itself is shut out. From 2.14 on it
// lies below `Python`, so that under a FakeTensorMode it would see only what the mode calls inside itself.
// Fake tensors that a program of real ones is tried with are left out.
//
// `DeferredInit`, under a FakeTensorMode. It lies above autograd, autocast and Python, and nothing in PyTorch
// uses it. Calls that something in between will dispatch again or take apart are let through: composite
// operators, autocast, functorch, autograd kernels that call below themselves. The mode's handler runs with
// all keys above Python shut out; on a real device nothing would tell these calls from what a backend's
// kernel makes. What these calls show otherwise than a backend would is put right: lazy arguments
// (lazy_arguments.h), composite operators that would reach the mode whole, copies that autograd keeps of what
// is written, made after the call has begun and before it writes, results that a hook gets before the call
// has ended, operators that end in autograd. An autograd kernel made of other operators that does not shut
// autograd out would be recorded beside its parts; the zoo has none. The same key records programs above
// autograd, where composite operators stay whole.
//
// Neither records what a thread runs while an Aside is open there: compiling and tracing, from which PyTorch
// keeps a program's modes away (native/aside.py).
//
// The key is included in the calling thread; autograd's worker threads inherit it with the rest of the
// thread's state. Any other thread is noticed at its first operator by a global RecordFunction callback,
// which records that operator itself and includes the key for what follows.
#pragma once

#include <cstdint>

#include <c10/util/ThreadLocalDebugInfo.h>

#include "capture/native/call_log.h"

namespace assay::native {

enum class Level : std::uint8_t {
  kBelowAutograd,  ///< what reaches a backend, or a fake mode
  kAboveAutograd,  ///< what the program calls, composite operators whole; below autocast and functorch
};

/// What the program's tensors are; with the level it decides the key.
enum class World : std::uint8_t { kReal, kFake };

/// Registers the fallbacks, which takes about 0.1 s the first time and changes nothing as long as nothing is
/// recorded. Throws c10::Error on a PyTorch that has fallbacks of its own there.
void prepare();

/// A fake mode was given `op` itself, of which this thread may be recording a call: what else runs below its
/// autograd kernel, in the `setup_context` of a custom operator, does not run in its place.
void reached_mode(const c10::OperatorName& op);

/// The keys above, as Python's DispatchKeySet.from_raw_repr takes them.
std::uint64_t raw_keys();

/// Nothing that this thread runs is recorded from construction to destruction, nor what autograd's threads
/// run for it: debug information is what PyTorch hands on to them.
class Aside {
 public:
  /// Whether this thread has one open.
  static bool is_open() { return c10::ThreadLocalDebugInfo::get(c10::DebugInfoKind::TEST_INFO) != nullptr; }

 private:
  c10::DebugInfoGuard guard_{c10::DebugInfoKind::TEST_INFO, std::make_shared<c10::DebugInfoBase>()};
};

/// The one recording of this process: from construction to destruction, which are on one thread, operators of
/// all threads are appended to `log`. Throws HarnessError when there is one already.
class Interception {
 public:
  Interception(CallLog& log, Level level, World world);
  ~Interception();
  Interception(const Interception&) = delete;
  Interception& operator=(const Interception&) = delete;

 private:
  bool record_functions_;  ///< whether this thread had them enabled
};

}  // namespace assay::native
