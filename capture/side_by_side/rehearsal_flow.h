// Flow: the values of one run of a Rehearsal.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "capture/execute/handover.h"
#include "capture/execute/py_values.h"
#include "capture/side_by_side/rehearsal.h"

namespace assay::replay {

struct Rehearsal::Flow {
  std::vector<std::vector<c10::IValue>> inputs;  // by graph; tangents and saved values filled in later
  /// Tensors of the program, each with what a graph got in its place: the same memory, no history.
  std::vector<std::pair<at::Tensor, at::Tensor>> detached;
  std::vector<std::vector<c10::IValue>> outputs;
  std::vector<std::pair<std::string, pybind11::object>> asked_eager, asked_replay;
  pybind11::object points_replay;  // of asked_replay, before the replay: program.Points
  std::vector<std::optional<ValueName>> tangents_of;
  pybind11::object ran;                            // side_by_side.trial.Ran
  pybind11::object midway_replay;                  // the replay's states before its backward pass
  pybind11::object ran_replay;                     // the same of a program that ran with the file's regions
  std::vector<pybind11::object> replay_gradients;  // of a Python-level capture, in the order of asked_replay
};

inline pybind11::module_ trials() { return pybind11::module_::import("assay_python.side_by_side.trial"); }

/// The model's results in `ran`, a side_by_side.trial.Ran, by name.
inline std::vector<std::pair<std::string, c10::IValue>> results_in(const pybind11::object& ran) {
  std::vector<std::pair<std::string, c10::IValue>> results;
  for (const pybind11::handle row : pybind11::list(ran.attr("results"))) {
    const auto parts = pybind11::reinterpret_borrow<pybind11::tuple>(row);
    results.emplace_back(parts[0].cast<std::string>(), from_python(pybind11::object(parts[1])));
  }
  return results;
}

inline void add_finding(Finding finding, Shown& shown) {
  if (std::ranges::find(shown.findings, finding.kind, &Finding::kind) == shown.findings.end())
    shown.findings.push_back(std::move(finding));
}

inline bool is_tensor(const c10::IValue& value) { return value.isTensor() && value.toTensor().defined(); }

}  // namespace assay::replay
