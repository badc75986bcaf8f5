// estimate_text: the sum of the times, divided by the pairs at a time.
#include "reports/run_screen/run_estimate.h"

#include <algorithm>

#include <fmt/format.h>

#include "harness/words/quantity.h"
#include "reports/console/workload.h"

namespace assay {

std::string estimate_text(const std::vector<PairId>& pairs, const PairTimes& times, int parallel,
                          const std::string& source) {
  if (pairs.empty()) return "";
  double seconds = 0;
  for (const PairId& pair : pairs) seconds += times.of(pair);
  const auto at_a_time = std::min(static_cast<std::size_t>(std::max(1, parallel)), pairs.size());
  const std::string total =
      fmt::format("{} with {} at a time from the worker's start on",
                  clock_text(seconds / static_cast<double>(at_a_time)), counted(at_a_time, "pair"));
  if (times.empty())
    return fmt::format(
        "estimate: nothing tells how long {} take (--times with an earlier run's results "
        "would); were it {:g} s each, {}\n",
        counted(pairs.size(), "pair"), kAssumedSeconds, total);
  const auto known = static_cast<std::size_t>(
      std::ranges::count_if(pairs, [&](const PairId& pair) { return times.has(pair); }));
  const std::string others = known < pairs.size() ? ", the others as their method's median" : "";
  return fmt::format("estimate: {}, by {}: {} of {} as they took there{}\n", total, source, count_text(known),
                     counted(pairs.size(), "pair"), others);
}

}  // namespace assay
