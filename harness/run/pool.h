// run_pairs: runs pairs through a worker's zygotes with bounded parallelism, and reports each ending once.
//
// Each device has a zygote that forks a child per pair. Pairs of the same case share its load. A pair starts
// only if its limit fits into memory beside the running pairs. A crash, hang or noise of a child is an
// ending. A zygote that dies costs the pairs it was running, and is restarted for the rest. A zygote that has
// grown is restarted between pairs. HarnessError with the zygote's output if it cannot start, or dies on
// empty captures.
//
// The pool does not interpret endings, compare or write results. Callbacks do that, on the calling thread.
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
  PairId pair;                ///< selects the zygote by its device
  protocol::Request request;  ///< the pool sets `id`; an empty `scratch` gets a temporary folder,
                              ///< removed after the ending
};

struct PairEnding {
  const Job& job;
  const protocol::Ended& ended;
  const protocol::Hello& worker;  ///< of its zygote: versions, phantom
};

enum class Proceed : std::uint8_t { kGoOn, kStop };
enum class RunEnd : std::uint8_t { kAllDone, kStopped, kInterrupted };

struct PoolOptions {
  int parallel = 1;  ///< maximum of children over all devices; memory may allow fewer
  std::function<std::optional<double>()> available_gb = [] { return available_memory_gb(); };
  Gpu gpu = Gpu::kAbsent;
  Residence residence = {};
  /// Further Python modules for the zygotes to import, since the factories of all jobs need them.
  std::vector<std::string> preload = {};
  std::function<void(const Job&, Stage)> on_stage = {};  ///< may be empty
  /// A pair waits for memory beside `running` pairs; may be empty.
  std::function<void(const Job&, std::size_t running)> on_held = {};
  std::function<Proceed(const PairEnding&)> on_ended =
      {};  ///< kStop (--fail-fast) starts no more pairs and abandons running pairs
  const std::atomic<bool>* interrupted = nullptr;  ///< set by a signal handler
  /// The limit for growth of a zygote's own memory after its hello. Beyond it, the zygote is replaced once
  /// none of its pairs runs, since every child inherits that memory.
  double growth_gb = 0.5;
  std::function<void(Device)> on_recycled = {};  ///< a zygote was replaced for its growth; may be empty
  double start_seconds = 600;                    ///< limit for a zygote's imports from a cold disk
  double grace_seconds = 30;                     ///< added to a pair's limit before its zygote counts as hung
};

/// Starts jobs in order. Every job that was started and not abandoned has exactly one ending.
RunEnd run_pairs(const Worker& worker, const std::vector<Job>& jobs, const PoolOptions& options);

}  // namespace assay
