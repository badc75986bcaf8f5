// DrawsInOrder: which element of a tensor gets which number that is drawn.
#pragma once

#include <optional>

#include <torch/library.h>

namespace assay::replay {

/// While one lives, an operator of the CPU that fills a tensor with what it draws fills it in the order of
/// its elements; otherwise it goes by how they lie in memory. A GPU's kernels lay tensors out by rules of
/// their own, so that what was captured on one draws the CPU's numbers, but into other elements than the
/// CPU's own run: another program in every value, though nothing is wrong. Where elements lie in order
/// nothing changes.
class DrawsInOrder {
 public:
  explicit DrawsInOrder(bool really);  ///< changes nothing unless `really`

 private:
  std::optional<torch::Library> kernels_;  ///< in the place of the CPU's own, which come back
};

}  // namespace assay::replay
