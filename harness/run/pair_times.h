// PairTimes: how long pairs take, as far as an earlier run tells.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay {

/// What a pair is taken to need where no run tells anything: what models of tier `full` are scaled down to.
inline constexpr double kAssumedSeconds = 2;

class PairTimes {
 public:
  explicit PairTimes(const std::vector<PairResult>& earlier);

  /// Of its record; without one the median of its method's, of all where the method has none. A record that
  /// is `missing` tells nothing.
  double of(const PairId& pair) const;
  bool has(const PairId& pair) const { return seconds_.contains(pair); }
  bool empty() const { return seconds_.empty(); }

 private:
  std::map<PairId, double> seconds_;
  std::map<MethodId, double> medians_;
  double median_ = kAssumedSeconds;
};

}  // namespace assay
