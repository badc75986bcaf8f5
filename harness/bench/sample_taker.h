// SampleTaker: samples taken one child at a time and kept as they come. It prints nothing.
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

/// A sample that is to be taken. `planned` outlives it.
struct PlannedSample {
  const PlannedPair* planned = nullptr;
  std::uint64_t repetition = kMemoryRepetition;
};

/// Of the memory of each pair, which also tells whether it can be captured.
std::vector<PlannedSample> samples_of_memory(const std::vector<PlannedPair>& pairs);
/// Of what was captured for its memory: case by case, in each the methods in turn (A B C A B C).
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
    double seconds = 0;  ///< per child; 0: each case's own limit
    std::vector<SlowDown> slow = {};
  };
  /// InputError as of SamplesFolder. The references outlive the taker.
  SampleTaker(const Project& project, const RunPlace& place, Options options, SampleWatcher& watcher);

  /// Those that are not in the folder yet, in their order; a pair that the worker cannot do is kept as such.
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
