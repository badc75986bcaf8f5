// PairTimes: records by pair, medians for the rest.
#include "harness/run/pair_times.h"

#include <utility>

#include "harness/results/summary.h"

namespace assay {

PairTimes::PairTimes(const std::vector<PairResult>& earlier) {
  std::map<MethodId, std::vector<double>> by_method;
  std::vector<double> all;
  for (const PairResult& record : earlier) {
    if (record.verdict == Verdict::kMissing) continue;  // did not run
    seconds_[record.pair] = record.cost.pair_seconds;
    by_method[record.pair.method].push_back(record.cost.pair_seconds);
    all.push_back(record.cost.pair_seconds);
  }
  for (auto& [method, seconds] : by_method) medians_[method] = median(std::move(seconds)).value_or(0);
  median_ = median(std::move(all)).value_or(kAssumedSeconds);
}

double PairTimes::of(const PairId& pair) const {
  const auto known = seconds_.find(pair);
  if (known != seconds_.end()) return known->second;
  const auto of_method = medians_.find(pair.method);
  return of_method != medians_.end() ? of_method->second : median_;
}

}  // namespace assay
