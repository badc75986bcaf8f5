// BenchScreen: samples as pairs of Progress.
#include "reports/overhead_sheet/bench_screen.h"

#include <iostream>
#include <utility>

#include <fmt/format.h>

#include "reports/console/terminal.h"

namespace assay {
namespace {

/// The sample as a record for Progress: a pair has many samples.
PairResult shown(const bench::PlannedSample& sample) {
  PairResult shown = blank_record(*sample.planned);
  shown.verdict = Verdict::kMatch;
  shown.tiers.clear();
  if (sample.repetition != bench::kMemoryRepetition)
    shown.pair.case_id += fmt::format(" ({})", sample.repetition);
  return shown;
}

}  // namespace

void BenchScreen::begins(const std::vector<bench::PlannedSample>& samples) {
  Workload load;
  for (const bench::PlannedSample& sample : samples) load.add(shown(sample));
  progress_.emplace(std::cout, progress_stream(), color_, std::move(load), terminal_width());
}

void BenchScreen::ended(const bench::PlannedSample& sample, double elapsed_seconds) {
  if (!quiet_) progress_->ended(shown(sample), elapsed_seconds);
}

}  // namespace assay
