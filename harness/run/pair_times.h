// PairTimes: the durations of pairs, estimated from an earlier run.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

/// Seconds of a pair without earlier records: the target when models of tier `full` were scaled down.
inline constexpr double kAssumedSeconds = 2;

class PairTimes {
 public:
  explicit PairTimes(const std::vector<PairResult>& earlier);

  /// From the pair's record, else the median of its method, else of all pairs. `missing` records are ignored.
  double of(const PairId& pair) const;
  bool has(const PairId& pair) const { return seconds_.contains(pair); }
  bool empty() const { return seconds_.empty(); }

 private:
  std::map<PairId, double> seconds_;
  std::map<MethodId, double> medians_;
  double median_ = kAssumedSeconds;
};

}  // namespace assay
