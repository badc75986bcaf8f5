// Counts of a run of operators, by method, device and class of dtypes.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "harness/results/pair_result.h"
#include "harness/zoo/operator_list.h"

namespace assay::operators {

struct OperatorCount {
  std::size_t pairs = 0;     ///< Pairs that count for or against the method.
  std::size_t captured = 0;  ///< Pairs among these with a graph.
  std::size_t replayed = 0;  ///< Captured pairs that replay like eager, at least inside their guards.
  /// Operators that eager ran, in pairs with measured coverage, and the operators among these that the
  /// captures represent. recall() is nothing without a measurement.
  std::size_t ran = 0, represented = 0;
  std::optional<double> recall() const;
};

using CountKey = std::tuple<MethodId, Device, DTypeClass>;

/// Counts the records of operators and leaves other cases out.
std::map<CountKey, OperatorCount> count_operators(const std::vector<PairResult>& records);

}  // namespace assay::operators
