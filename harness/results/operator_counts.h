// What a run of operators adds up to, by method and class of dtypes.
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
  std::size_t pairs = 0;     ///< that count for or against the method
  std::size_t captured = 0;  ///< of these, with a graph
  std::size_t replayed = 0;  ///< of these, as eager runs, inside their guards at least
  /// Of what the dispatcher ran of the replayed ones, the share that their captures represent; nothing where
  /// it was not measured.
  std::size_t ran = 0, represented = 0;
  std::optional<double> recall() const;
};

using CountKey = std::tuple<MethodId, Device, DTypeClass>;

/// Records of other cases are left out.
std::map<CountKey, OperatorCount> count_operators(const std::vector<PairResult>& records);

}  // namespace assay::operators
