// Alias probe: writes into results, and sees on both sides what else has changed.
#pragma once

#include <string>
#include <vector>

#include <ATen/Tensor.h>

#include "capture/side_by_side/subject.h"

namespace assay::replay {

/// A tensor of both sides under one name.
struct Probed {
  Subject subject;
  at::Tensor eager, replay;
};

/// Whether its elements lie in one memory by sizes and strides.
bool has_place(const at::Tensor& tensor);
/// Whether they lie in one memory, at the same elements or not.
bool share(const at::Tensor& left, const at::Tensor& right);
struct AliasDifference {
  Subject written, changed;
  std::string message;  ///< "writing into result 0 changes input 0 in eager, not in the replay"
};

/// Writes into each result of either side that shares memory with another of `tensors`, and puts the bytes
/// back. None when the same elements of the same tensors change on both sides.
std::vector<AliasDifference> alias_differences(const std::vector<Probed>& tensors);

}  // namespace assay::replay
