// Alias probe: writes into results and compares the side effects of each write on both sides.
#pragma once

#include <string>
#include <vector>

#include <ATen/Tensor.h>

#include "capture/side_by_side/subject.h"

namespace assay::replay {

/// A tensor of both sides with the same name.
struct Probed {
  Subject subject;
  at::Tensor eager, replay;
};

/// Whether its elements are in memory at its sizes and strides.
bool has_place(const at::Tensor& tensor);
/// Whether both are in the same memory, at the same elements or not.
bool share(const at::Tensor& left, const at::Tensor& right);
struct AliasDifference {
  Subject written, changed;
  std::string message;  ///< "writing into result 0 changes input 0 in eager, not in the replay"
};

/// Writes into each result that shares memory with another of `tensors` on either side, and restores the
/// bytes. Empty if each write changes the same elements of the same tensors on both sides.
std::vector<AliasDifference> alias_differences(const std::vector<Probed>& tensors);

}  // namespace assay::replay
