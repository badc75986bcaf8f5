// BenchTaker: samples taken one child at a time and kept as they come.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/app/interruption.h"
#include "harness/app/session.h"
#include "harness/bench/samples.h"
#include "harness/check/check_plan.h"
#include "reports/console/color.h"

namespace assay {

/// --slow METHOD=SHARE: captures of a method made longer by a share of themselves, to see whether a
/// comparison finds it.
struct SlowDown {
  MethodId method = MethodId::kMakeFx;
  double share = 0;
};

/// A sample that is to be taken. `planned` outlives it.
struct PlannedSample {
  const PlannedPair* planned = nullptr;
  std::uint64_t repetition = bench::kMemoryRepetition;
};

class BenchTaker {
 public:
  struct Options {
    std::string results;
    bool resume = false;
    double seconds = 0;  ///< per child; 0: each case's own limit
    std::vector<SlowDown> slow = {};
  };
  BenchTaker(const Session& session, const Project& project, Options options);

  /// Those that are not in the folder yet, in their order; a pair that the worker cannot do is kept as such.
  RunEnd take(const std::vector<PlannedSample>& samples, const Interruption& interruption);
  const std::vector<bench::Sample>& samples() const { return folder_.samples(); }
  const std::filesystem::path& root() const { return folder_.root(); }
  const Worker& worker() const { return worker_; }
  Color color() const { return color_; }

 private:
  std::vector<PlannedSample> not_known(const std::vector<PlannedSample>& samples);
  protocol::Measure task_of(const PlannedSample& sample) const;
  void keep(const bench::Sample& sample);

  const Session& session_;
  const Project& project_;
  Options options_;
  Worker worker_;
  Gpu gpu_;
  bench::SamplesFolder folder_;
  Color color_;
  std::set<std::pair<PairId, std::uint64_t>> known_;
};

}  // namespace assay
