// Alias probe: writes into results, and sees on both sides what else has changed.
#pragma once

#include <string>
#include <vector>

#include <ATen/Tensor.h>

namespace assay::replay {

/// A tensor of both sides under one name.
struct Probed {
  std::string label;  ///< "result 0", "input x"
  at::Tensor eager, replay;
  bool is_result = false;
};

/// Writes into each result of either side that shares memory with another of `tensors`, and puts the bytes
/// back. Empty when the same elements of the same tensors change on both sides, else one line: "writing into
/// result 0 changes input 0 in eager, not in the replay".
std::string alias_difference(const std::vector<Probed>& tensors);

}  // namespace assay::replay
