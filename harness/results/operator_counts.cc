// Counts records of operators.
#include "harness/results/operator_counts.h"

namespace assay::operators {

std::optional<double> OperatorCount::recall() const {
  if (ran == 0) return std::nullopt;
  return static_cast<double>(represented) / static_cast<double>(ran);
}

std::map<CountKey, OperatorCount> count_operators(const std::vector<PairResult>& records) {
  std::map<CountKey, OperatorCount> counts;
  for (const PairResult& record : records) {
    if (!names_operator(record.pair.case_id) || !is_countable(record.outcome)) continue;
    const auto dtype = dtype_from_string(operator_samples_from(record.pair.case_id).dtype);
    if (!dtype) continue;
    OperatorCount& count = counts[{record.pair.method, record.pair.device, class_of(*dtype)}];
    ++count.pairs;
    if (has_graph(record.outcome)) ++count.captured;
    if (record.replay && has_graph(record.outcome) && agrees(record.outcome)) ++count.replayed;
    if (!record.coverage) continue;
    count.ran += record.coverage->operators.eager;
    count.represented += record.coverage->operators.matched;
  }
  return counts;
}

}  // namespace assay::operators
