// CheckRun: the pairs of a run through a worker, judged and recorded. It prints nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/check/check_judge.h"
#include "harness/check/pair_list.h"
#include "harness/check/planned_run.h"

namespace assay {

/// How a check goes about its pairs.
struct CheckTerms {
  RunTerms run;
  PlanOptions plan = {};
  int repeat = 1;  ///< runs of each pair
  bool resume = false, rerun_failed = false, fail_fast = false;
  bool lower = false;                     ///< each captured graph as well
  std::vector<std::string> preload = {};  ///< modules that all of its cases import
  std::string resume_command = {};        ///< for a pair that did not come to run
  /// A command as the session types it.
  std::function<ShellLine(ShellLine)> typed = std::identity();
};

/// Who is told while a check runs.
class CheckWatcher {
 public:
  virtual ~CheckWatcher() = default;
  /// These are about to run; the others have a record, or their worker cannot do them.
  virtual void begins(const std::vector<PairId>& pairs) = 0;
  virtual void worker_started() = 0;
  /// A record that took no time: of an earlier run, or of a pair that its worker cannot do.
  virtual void settled(const PairResult& record) = 0;
  virtual void ended(const PairResult& record, const protocol::Ended& ended) = 0;
  /// The `run`-th run of the pairs with these records begins.
  virtual void repeats(int run, const std::vector<const PairResult*>& records) = 0;
  virtual void repeated(const PairResult& record) = 0;  ///< `match`: it ended as in its first run
  virtual void repeat_ended() = 0;
};

/// What a run took besides its pairs' own costs.
struct RunFigures {
  std::size_t ran = 0;          ///< in this run, not resumed from another
  std::size_t most_beside = 0;  ///< pairs at work when another waited for memory; none ever did: 0
  double held_gb = 0;
  std::size_t recycled = 0;                    ///< zygotes
  std::vector<double> isolation_seconds = {};  ///< fork to reaped, of captures that do nothing
};

class CheckRun {
 public:
  /// All of it outlives the run.
  CheckRun(const CheckTerms& terms, const PairList& list, const RunPlace& place, ResultsFolder& results,
           CheckWatcher& watcher);

  /// Finds what has to run; records what the worker cannot do.
  void plan();
  /// Runs what was planned.
  RunEnd run();
  /// Of this run's pairs, in plan order; a pair that was to run and did not is missing.
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
