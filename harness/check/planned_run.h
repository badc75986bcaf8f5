// PlannedRun: runs tasks on planned pairs through a worker, and returns each ending with its pair.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/check/check_plan.h"

namespace assay {

/// Where pairs run, and how many in parallel.
struct RunPlace {
  const Worker& worker;
  Gpu gpu = Gpu::kAbsent;
  Residence residence = {};
  const std::atomic<bool>& interrupted;  ///< set by a signal handler
  int parallel = 1;
};

struct TaskEnding {
  std::size_t number = 0;  ///< in the order of PlannedRun::add
  const PlannedPair& planned;
  const PairEnding& pair;
};

class PlannedRun {
 public:
  explicit PlannedRun(const RunPlace& place);

  /// Why the worker does not support the pair. Empty if it does.
  std::string unsupported(const PairId& pair) const;
  /// `planned` must outlive the run. Limits in `limits` override those of its case.
  void add(const PlannedPair& planned, protocol::Task task, const PlanOptions& limits = {});

  /// Starts the run with `captures` empty captures. `on_ended` gets the time of each from fork to reaped.
  void measure_isolation(std::size_t captures, std::function<void(double seconds)> on_ended);

  std::size_t size() const { return jobs_.size(); }
  std::vector<PairId> pairs() const;
  /// Further pool options: callbacks, preloaded modules.
  PoolOptions& pool() { return pool_; }

  /// Starts tasks in order, but they may end in another order. Does nothing without tasks. HarnessError as in
  /// run_pairs.
  RunEnd run(const std::function<Proceed(const TaskEnding&)>& on_ended);

 private:
  RunPlace place_;
  PoolOptions pool_;
  std::vector<const PlannedPair*> planned_;
  std::vector<Job> jobs_;
  std::size_t empty_captures_ = 0;
  std::function<void(double seconds)> on_empty_capture_ = {};
};

}  // namespace assay
