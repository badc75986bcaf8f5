// CheckRun: runs pairs through a worker, judges and records them. Prints nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/check/check_judge.h"
#include "harness/check/pair_list.h"
#include "harness/check/planned_run.h"

namespace assay {

/// Options of a check.
struct CheckTerms {
  RunTerms run;
  PlanOptions plan = {};
  int repeat = 1;  ///< runs of each pair
  bool resume = false, rerun_failed = false, fail_fast = false;
  bool lower = false;                     ///< lower each captured graph, too
  std::vector<std::string> preload = {};  ///< modules imported by all of its cases
  std::string resume_command = {};        ///< next command of a pair that did not run
  /// The command line with the options of the session.
  std::function<ShellLine(ShellLine)> typed = std::identity();
};

/// Progress of a check.
class CheckWatcher {
 public:
  virtual ~CheckWatcher() = default;
  /// The pairs about to run. The rest have a record or are unsupported by their worker.
  virtual void begins(const std::vector<PairId>& pairs) = 0;
  virtual void worker_started() = 0;
  /// A record without a run: from an earlier run, or of an unsupported pair.
  virtual void settled(const PairResult& record) = 0;
  virtual void ended(const PairResult& record, const protocol::Ended& ended) = 0;
  /// The `run`-th run of the pairs of `records` begins.
  virtual void repeats(int run, const std::vector<const PairResult*>& records) = 0;
  virtual void repeated(const PairResult& record) = 0;  ///< verdict `match`: same ending as the first run
  virtual void repeat_ended() = 0;
};

/// Costs of a run beyond those of its pairs.
struct RunFigures {
  std::size_t ran = 0;          ///< pairs run now, not resumed from an earlier run
  std::size_t most_beside = 0;  ///< most pairs running while another waited for memory; 0: none waited
  double held_gb = 0;
  std::size_t recycled = 0;                    ///< zygotes
  std::vector<double> isolation_seconds = {};  ///< fork to reaped, of empty captures
};

class CheckRun {
 public:
  /// All arguments must outlive the run.
  CheckRun(const CheckTerms& terms, const PairList& list, const RunPlace& place, ResultsFolder& results,
           CheckWatcher& watcher);

  /// Collects the pairs to run. Records the pairs that the worker does not support.
  void plan();
  /// Runs the planned pairs, then repeats them.
  RunEnd run();
  /// Records of this run's pairs in plan order. A planned pair that did not run is `missing`.
  std::vector<PairResult> records() const;
  const RunFigures& figures() const { return figures_; }

 private:
  protocol::Capture capture_of(const PlannedPair& planned) const;
  void watch_memory(PlannedRun& run);
  Proceed record(const TaskEnding& ending);
  RunEnd repeat(int number);
  Proceed record_again(const TaskEnding& ending);
  RunFiles files() const { return {terms_.run, results_}; }

  const CheckTerms& terms_;
  const PairList& list_;
  RunPlace place_;
  ResultsFolder& results_;
  CheckWatcher& watcher_;
  PlannedRun first_;
  RunFigures figures_;
};

}  // namespace assay
