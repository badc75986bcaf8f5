// CheckScreen: output of a check before and while it runs, and its final figures.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "harness/check/check_run.h"
#include "harness/run/pair_times.h"
#include "reports/console/progress.h"
#include "reports/console/run_text.h"

namespace assay {

struct CheckScreenTerms {
  Detail detail = Detail::kScreen;
  Color color = Color::kOff;
  AgreedBy agreed = AgreedBy::kGolden;
  std::string results, times;  ///< folders as given
  int parallel = 0, repeat = 1;
};

class CheckScreen : public CheckWatcher {
 public:
  /// `list` and `results` must outlive the screen.
  CheckScreen(CheckScreenTerms terms, const PairList& list, const ResultsFolder& results);

  /// Prints the planned cases and pairs, the worker, and the kind of cuda device.
  void announce(const Project& project, const Worker& worker, Gpu gpu) const;

  void begins(const std::vector<PairId>& pairs) override;
  void worker_started() override;
  void settled(const PairResult& record) override;
  void ended(const PairResult& record, const protocol::Ended& ended) override;
  void repeats(int run, const std::vector<const PairResult*>& records) override;
  void repeated(const PairResult& record) override;
  void repeat_ended() override;

  /// Erases the progress line after the last pair.
  void finish() { progress_.finish(); }
  /// Isolation time per pair, pace, memory limits, and the results folder.
  std::string figures_text(const RunFigures& figures, const std::vector<PairResult>& records) const;

 private:
  bool is_quiet() const { return terms_.detail == Detail::kTotals; }
  PairTimes known_times() const;
  Workload workload() const;
  double elapsed() const;

  CheckScreenTerms terms_;
  const PairList& list_;
  const ResultsFolder& results_;
  Progress progress_;
  std::optional<Progress> again_;  ///< progress of a repeated run
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point begun_ = start_;  ///< when its workers had started
};

}  // namespace assay
