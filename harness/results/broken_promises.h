// Operators whose kernels give other metadata than a capture's fake kernels promised: shape, stride or dtype.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/results/pair_result.h"

namespace assay::operators {

struct BrokenPromise {
  std::string target;           ///< "aten.mm.default", or what else a node of a graph calls
  std::string promised, given;  ///< of its first pair: "f32[2]"
  std::size_t pairs = 0;
  PairId first;
};

/// What replays found of metadata, whether it decided a verdict or not; by target.
std::vector<BrokenPromise> broken_promises_in(const std::vector<PairResult>& records);

}  // namespace assay::operators
