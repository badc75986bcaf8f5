// run_pairs: pairs through a worker's zygotes, a bounded number at a time, each ending reported once.
//
// One zygote per device; it forks a child per pair, and is told how many pairs of the same case are to come,
// so that they can share its load. No pair begins for whose limit there is no memory beside those at work. A
// child's crash, hang or noise is an ending like any other. A zygote that dies costs the pairs it had in
// flight, and is started again for the rest, as is one that grows; one that cannot start, or that dies of
// empty captures, is a HarnessError with what it printed. It does not know what an ending means, compares
// nothing and writes no results: the callbacks do, on the calling thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/protocol/messages.h"
#include "harness/results/pair_result.h"
#include "harness/run/gpu.h"
#include "harness/run/memory_room.h"
#include "harness/run/resident_session.h"
#include "harness/run/worker.h"

namespace assay {

struct Job {
  PairId pair;                ///< its device chooses the zygote
  protocol::Request request;  ///< `id` is set by the pool; an empty `scratch` gets a temporary folder,
                              ///< gone after its ending
};

struct PairEnding {
  const Job& job;
  const protocol::Ended& ended;
  const protocol::Hello& worker;  ///< of the zygote it ran in: versions, phantom
};

enum class Proceed : std::uint8_t { kGoOn, kStop };
enum class RunEnd : std::uint8_t { kAllDone, kStopped, kInterrupted };

struct PoolOptions {
  int parallel =
      1;  ///< children at a time, over all devices; fewer where their limits are more than there is
  std::function<std::optional<double>()> available_gb = [] { return available_memory_gb(); };
  Gpu gpu = Gpu::kAbsent;
  Residence residence = {};
  /// Python modules that the zygotes import besides, since the factories of all jobs want them.
  std::vector<std::string> preload = {};
  std::function<void(const Job&, Stage)> on_stage = {};  ///< may be empty
  /// A pair waits for memory, with so many others at work; may be empty.
  std::function<void(const Job&, std::size_t running)> on_held = {};
  std::function<Proceed(const PairEnding&)> on_ended =
      {};  ///< kStop (--fail-fast): no more pairs, running ones are given up
  const std::atomic<bool>* interrupted = nullptr;  ///< set by a signal handler
  /// A zygote that has come to hold so much more of its own memory than it had at its hello is ended as soon
  /// as no pair runs in it, and another is started: what it holds, each of its children begins with.
  double growth_gb = 0.5;
  std::function<void(Device)> on_recycled = {};  ///< one is ended for that; may be empty
  double start_seconds = 600;                    ///< for a zygote's imports on a cold disk
  double grace_seconds =
      30;  ///< beyond a pair's limit, for the zygote to say so; then the zygote itself is taken to hang
};

/// Jobs are begun in their order. Every job that was begun and not given up gets exactly one ending.
RunEnd run_pairs(const Worker& worker, const std::vector<Job>& jobs, const PoolOptions& options);

}  // namespace assay
