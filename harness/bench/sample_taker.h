// SampleTaker: takes samples, one child at a time, and saves each at once. Prints nothing.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/bench/samples.h"
#include "harness/bench/slow_down.h"
#include "harness/check/planned_run.h"

namespace assay::bench {

/// A sample to take. `planned` must outlive it.
struct PlannedSample {
  const PlannedPair* planned = nullptr;
  std::uint64_t repetition = kMemoryRepetition;
};

/// The memory sample of each pair, which also shows whether the pair can be captured.
std::vector<PlannedSample> samples_of_memory(const std::vector<PlannedPair>& pairs);
/// Time samples of the pairs whose memory sample was captured. Case by case, with the methods in turn (A B C
/// A B C).
std::vector<PlannedSample> samples_of_times(const std::vector<PlannedPair>& pairs,
                                            const std::vector<Sample>& known, std::uint64_t repetitions);

class SampleWatcher {
 public:
  virtual ~SampleWatcher() = default;
  virtual void begins(const std::vector<PlannedSample>& samples) = 0;
  virtual void ended(const PlannedSample& sample, double elapsed_seconds) = 0;
  virtual void all_ended() = 0;
};

class SampleTaker {
 public:
  struct Options {
    std::string results;
    bool resume = false;
    double seconds = 0;  ///< limit per child; 0: the limit of each case
    std::vector<SlowDown> slow = {};
  };
  /// InputError as in SamplesFolder. The references must outlive the taker.
  SampleTaker(const Project& project, const RunPlace& place, Options options, SampleWatcher& watcher);

  /// Takes the samples missing from the folder, in order. Records a pair that the worker does not support as
  /// such.
  RunEnd take(const std::vector<PlannedSample>& samples);
  const std::vector<Sample>& samples() const { return folder_.samples(); }
  const std::filesystem::path& root() const { return folder_.root(); }

 private:
  std::vector<PlannedSample> not_known(const std::vector<PlannedSample>& samples);
  protocol::Measure task_of(const PlannedSample& sample) const;
  void keep(const Sample& sample);

  const Project& project_;
  RunPlace place_;
  Options options_;
  SampleWatcher& watcher_;
  SamplesFolder folder_;
  std::set<std::pair<PairId, std::uint64_t>> known_;
};

}  // namespace assay::bench
