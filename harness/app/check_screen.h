// CheckScreen: what a check prints, before, while and after it runs.
#pragma once

#include <chrono>
#include <optional>

#include "harness/app/run_check.h"
#include "harness/app/run_report.h"
#include "harness/check/check_run.h"
#include "harness/run/pair_times.h"

namespace assay {

class CheckScreen : public CheckWatcher {
 public:
  /// All of it outlives the screen.
  CheckScreen(const Session& session, const CheckOptions& options, const CheckSubject& subject,
              const PairList& list, const ResultsFolder& results);

  /// What is going to run, by what worker.
  void announce(const Project& project, const Worker& worker, Gpu gpu) const;

  void begins(const std::vector<PairId>& pairs) override;
  void worker_started() override;
  void settled(const PairResult& record) override;
  void ended(const PairResult& record, const protocol::Ended& ended) override;
  void repeats(int run, const std::vector<const PairResult*>& records) override;
  void repeated(const PairResult& record) override;
  void repeat_ended() override;

  /// No more pairs: the line of progress goes.
  void finish() { progress_.finish(); }
  /// The run at its end, and what follows from it.
  ExitStatus report(const CheckRun& run, RunEnd end, const RunHead& head,
                    const std::string& resume_command) const;

 private:
  PairTimes known_times() const;
  Workload workload() const;
  double elapsed() const;
  std::string figures_text(const RunFigures& figures, const std::vector<PairResult>& records) const;

  const Session& session_;
  const CheckOptions& options_;
  const CheckSubject& subject_;
  const PairList& list_;
  const ResultsFolder& results_;
  Color color_;
  Progress progress_;
  std::optional<Progress> again_;  ///< of a repeated run
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point begun_ = start_;  ///< its workers had started
};

}  // namespace assay
