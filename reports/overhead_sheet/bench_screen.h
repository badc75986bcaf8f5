// BenchScreen: a progress line while a bench takes samples.
#pragma once

#include <optional>

#include "harness/bench/sample_taker.h"
#include "reports/console/progress.h"

namespace assay {

/// Prints to stdout. Each call of SampleTaker::take starts a new progress.
class BenchScreen : public bench::SampleWatcher {
 public:
  BenchScreen(bool quiet, Color color) : quiet_(quiet), color_(color) {}

  void begins(const std::vector<bench::PlannedSample>& samples) override;
  void ended(const bench::PlannedSample& sample, double elapsed_seconds) override;
  void all_ended() override { progress_->finish(); }

 private:
  bool quiet_;
  Color color_;
  std::optional<Progress> progress_;
};

}  // namespace assay
