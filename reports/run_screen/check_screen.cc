// CheckScreen: the progress line, and the lines before and after it.
#include "reports/run_screen/check_screen.h"

#include <algorithm>
#include <iostream>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "harness/results/summary.h"
#include "harness/words/quantity.h"
#include "reports/console/printable.h"
#include "reports/console/summary_text.h"
#include "reports/console/terminal.h"
#include "reports/run_screen/first_lines.h"
#include "reports/run_screen/run_estimate.h"

namespace assay {
namespace {

constexpr std::size_t kManyPairs = 200;  // from here on, an estimate comes first

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

/// Why fewer pairs than -j ran at a time, and why workers restarted.
std::string memory_text(const RunFigures& figures) {
  std::string text;
  if (figures.most_beside > 0)
    text += fmt::format(
        "memory: no more than {} at a time were sure to fit with {:g} GB each; less with --memory GB\n",
        counted(figures.most_beside, "pair"), figures.held_gb);
  if (figures.recycled > 0)
    text += fmt::format("memory: the worker was started again {}, having grown by more than {:g} GB\n",
                        counted(figures.recycled, "time"), PoolOptions{}.growth_gb);
  return text;
}

}  // namespace

CheckScreen::CheckScreen(CheckScreenTerms terms, const PairList& list, const ResultsFolder& results)
    : terms_(std::move(terms)),
      list_(list),
      results_(results),
      progress_(std::cout, progress_stream(), terms_.color, workload(), terminal_width()) {}

void CheckScreen::announce(const Project& project, const Worker& worker, Gpu gpu) const {
  if (is_quiet()) return;
  if (terms_.agreed == AgreedBy::kGolden)
    std::cout << "assay: " << project_line(project, list_.cases) << "\n";
  std::set<std::string> cases;
  for (const PlannedPair& planned : list_.pairs) cases.insert(planned.pair.case_id);
  std::cout << announcement(cases.size(), list_.pairs.size(), worker)
            << (gpu == Gpu::kPresent ? "; cuda is a real GPU\n" : "; cuda is the phantom\n");
  if (list_.in_shards()) std::cout << selection_text(list_.sharding) << "\n";
}

void CheckScreen::begins(const std::vector<PairId>& pairs) {
  if (is_quiet()) return;
  const std::string& times = terms_.times;
  if (times.empty() && pairs.size() < kManyPairs) return;
  std::cout << estimate_text(pairs, known_times(), pairs_at_a_time(terms_.parallel),
                             times.empty() ? terms_.results : times);
}

void CheckScreen::worker_started() { begun_ = std::chrono::steady_clock::now(); }

void CheckScreen::settled(const PairResult& record) { progress_.settled(record); }

void CheckScreen::ended(const PairResult& record, const protocol::Ended& ended) {
  if (!is_quiet()) progress_.ended(record, elapsed());
  if (terms_.detail == Detail::kAll && !ended.traceback.empty())
    std::cout << printable(ended.traceback) << "\n";
}

void CheckScreen::repeats(int run, const std::vector<const PairResult*>& records) {
  progress_.finish();
  Workload load;
  for (const PairResult* record : records) load.add(*record, record->cost.child_seconds);
  again_.emplace(std::cout, progress_stream(), terms_.color, std::move(load), terminal_width());
  begun_ = std::chrono::steady_clock::now();
  if (!is_quiet()) std::cout << fmt::format("run {} of {}\n", run, terms_.repeat);
}

void CheckScreen::repeated(const PairResult& record) {
  if (!is_quiet()) again_->ended(record, elapsed());
}

void CheckScreen::repeat_ended() { again_->finish(); }

/// Times from --times, or from the resumed run's records.
PairTimes CheckScreen::known_times() const {
  return PairTimes(terms_.times.empty() ? results_.records() : list_.earlier);
}

Workload CheckScreen::workload() const {
  const PairTimes times = known_times();
  Workload load;
  for (const PlannedPair& planned : list_.pairs) load.add(blank_record(planned), times.of(planned.pair));
  return load;
}

double CheckScreen::elapsed() const { return seconds_since(begun_); }

std::string CheckScreen::figures_text(const RunFigures& figures,
                                      const std::vector<PairResult>& records) const {
  std::string text;
  if (terms_.detail == Detail::kAll)
    text = isolation_text(median(figures.isolation_seconds)) +
           pace_text(figures.ran, seconds_since(start_), summarize(records).median_beside_seconds);
  return text + memory_text(figures) + "results: " + terms_.results + "\n";
}

}  // namespace assay
