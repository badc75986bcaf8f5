// Flow: the values of a run of both sides.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <ATen/core/ivalue.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/side_by_side/program_run.h"
#include "harness/graph/value_name.h"

namespace assay::replay {

struct Flow {
  std::vector<std::vector<c10::IValue>> inputs = {};  ///< by graph; tangents and saved values come later
  /// Tensors of the program, each with the detached tensor on the same memory that a graph received instead.
  std::vector<std::pair<at::Tensor, at::Tensor>> detached = {};
  std::vector<std::vector<c10::IValue>> outputs = {};  ///< by graph
  std::vector<NamedValue> asked_eager = {}, asked_replay = {};
  pybind11::object points_replay = {};  ///< of asked_replay, before the replay
  std::vector<std::optional<ValueName>> tangents_of = {};
  Ran ran = {};                                         ///< eager
  Ran ran_replay = {};                                  ///< the program with the file's graphs as its regions
  std::optional<std::vector<Held>> midway_replay = {};  ///< states of the replay before its backward pass
  std::vector<pybind11::object> replay_gradients = {};  ///< of a Python-level capture, as in asked_replay
};

inline bool is_tensor(const c10::IValue& value) { return value.isTensor() && value.toTensor().defined(); }

}  // namespace assay::replay
