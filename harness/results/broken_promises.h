// Operators whose kernels return other metadata than a capture's fake kernels promised: shape, stride or
// dtype.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay::operators {

struct BrokenPromise {
  std::string target;           ///< "aten.mm.default", or another target of a node.
  std::string promised, given;  ///< From the first pair: "f32[2]".
  std::size_t pairs = 0;
  PairId first;
};

/// Metadata mismatches in replays of operators, whether or not they decided a verdict. Sorted by target.
std::vector<BrokenPromise> broken_promises_in(const std::vector<PairResult>& records);

}  // namespace assay::operators
