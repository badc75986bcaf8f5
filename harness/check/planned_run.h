// PlannedRun: tasks on planned pairs, run by a worker, each ending given back with its pair.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/check/check_plan.h"

namespace assay {

/// Where pairs run, and how many at a time.
struct RunPlace {
  const Worker& worker;
  Gpu gpu = Gpu::kAbsent;
  Residence residence = {};
  const std::atomic<bool>& interrupted;  ///< set by a signal handler
  int parallel = 1;
};

struct TaskEnding {
  std::size_t number = 0;  ///< in the order in which tasks were added
  const PlannedPair& planned;
  const PairEnding& pair;
};

class PlannedRun {
 public:
  explicit PlannedRun(const RunPlace& place);

  /// Why the worker cannot do the pair; empty: it can.
  std::string unsupported(const PairId& pair) const;
  /// `planned` outlives the run. Its limits are its case's, unless `limits` has others.
  void add(const PlannedPair& planned, protocol::Task task, const PlanOptions& limits = {});

  /// Begins with so many captures that do nothing; what each takes, fork to reaped, goes to `on_ended`.
  void measure_isolation(std::size_t captures, std::function<void(double seconds)> on_ended);

  std::size_t size() const { return jobs_.size(); }
  std::vector<PairId> pairs() const;
  /// What else the pool is told: callbacks, preloaded modules.
  PoolOptions& pool() { return pool_; }

  /// Runs the tasks in their order, which may end in another; none is no run. HarnessError as of run_pairs.
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
