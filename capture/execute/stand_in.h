// StandIn: a GPU operator computed on the CPU, for values that a run on the phantom needs.
#pragma once

#include <string>
#include <unordered_map>

#include <torch/csrc/utils/pybind.h>

#include "capture/execute/executable.h"

namespace assay::replay {

/// Runs Python's operators through the table of phantom_table.h, like a replay. A backward finds the random
/// draws of its forward in the same StandIn.
class StandIn {
 public:
  StandIn();

  /// Returns the table's result for a torch._ops.OpOverload; NotImplemented if the CPU has the operator
  /// itself. Tensors are on the CPU. Throws Misfit for an operator that neither has.
  pybind11::object operator()(const pybind11::object& overload, const pybind11::args& args,
                              const pybind11::kwargs& keywords);

 private:
  Substitution table_;
  std::unordered_map<std::string, Substitution::Kernel> kernels_;  ///< by operator; null: the CPU's own
};

}  // namespace assay::replay
