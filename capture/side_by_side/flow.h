// Flow: the values of one run of both sides.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <ATen/core/ivalue.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/side_by_side/trial.h"
#include "harness/graph/value_name.h"

namespace assay::replay {

struct Flow {
  std::vector<std::vector<c10::IValue>> inputs = {};  ///< by graph; tangents and saved values filled in later
  /// Tensors of the program, each with what a graph got in its place: the same memory, no history.
  std::vector<std::pair<at::Tensor, at::Tensor>> detached = {};
  std::vector<std::vector<c10::IValue>> outputs = {};  ///< by graph
  std::vector<NamedValue> asked_eager = {}, asked_replay = {};
  pybind11::object points_replay = {};  ///< of asked_replay, before the replay
  std::vector<std::optional<ValueName>> tangents_of = {};
  Ran ran = {};                                         ///< eager
  Ran ran_replay = {};                                  ///< the program that ran with the file's regions
  std::optional<std::vector<Held>> midway_replay = {};  ///< the replay's states before its backward pass
  std::vector<pybind11::object> replay_gradients = {};  ///< of a Python-level capture, as asked_replay
};

inline bool is_tensor(const c10::IValue& value) { return value.isTensor() && value.toTensor().defined(); }

}  // namespace assay::replay
