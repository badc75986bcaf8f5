// DrawsInOrder: the order in which random numbers fill the elements of a tensor.
#pragma once

#include <optional>

#include <torch/library.h>

namespace assay::replay {

/// While it lives, the CPU's random fills follow the order of a tensor's elements. By default they follow its
/// memory layout. A GPU's kernels choose their own layouts, so a CPU replay of a GPU capture would draw the
/// same numbers into different elements than eager does. Contiguous tensors are not affected.
class DrawsInOrder {
 public:
  explicit DrawsInOrder(bool really);  ///< no effect unless `really`

 private:
  std::optional<torch::Library> kernels_;  ///< replaces the CPU's kernels; its destructor restores them
};

}  // namespace assay::replay
