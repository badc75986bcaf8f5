// StandIn: an operator of a GPU computed on the CPU, for values that a run on the phantom needs.
#pragma once

#include <string>
#include <unordered_map>

#include <torch/csrc/utils/pybind.h>

#include "capture/execute/executable.h"

namespace assay::replay {

/// Python's operators through the table of phantom_table.h, as a replay would compute them. What a forward
/// draws, the backward of the same StandIn finds.
class StandIn {
 public:
  StandIn();

  /// What the table gives for a torch._ops.OpOverload; NotImplemented for one that the CPU has itself.
  /// Tensors are on the CPU. Throws Misfit for one that neither has.
  pybind11::object operator()(const pybind11::object& overload, const pybind11::args& args,
                              const pybind11::kwargs& keywords);

 private:
  Substitution table_;
  std::unordered_map<std::string, Substitution::Kernel> kernels_;  ///< by operator; null: the CPU's own
};

}  // namespace assay::replay
