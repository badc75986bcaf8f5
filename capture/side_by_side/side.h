// Side: one of the two programs of a replay, with the values that a graph may request by name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/side_by_side/program_run.h"
#include "capture/side_by_side/subject.h"
#include "harness/graph/value_name.h"

namespace assay::replay {

/// A ProgramRun and its values at the last `look`.
class Side {
 public:
  Side(ProgramRun made, std::string method) : program_run(std::move(made)), method_(std::move(method)) {}

  void look();
  const std::vector<Held>& held() const { return held_; }

  /// By an input's role and name; a null object if missing.
  pybind11::object find(Role role, const ValueName& name) const;
  pybind11::object find(Role role, const Name& name) const;
  /// The tensor that the model has as a plain attribute at `path`; a null object if missing.
  pybind11::object attribute(const std::string& path) const;
  /// The program's value for an input node: parameter, buffer, user (or a size of these), generator, opaque.
  /// Throws CannotReplay: "joint: input 3 (parameter '0.wieght'): the case's program has no such parameter;
  /// it has ..".
  c10::IValue value_of(const Graph& graph, NodeId id) const;

  ProgramRun program_run;

 private:
  [[noreturn]] void missing(const Graph& graph, NodeId id, const std::string& why) const;
  std::string method_;
  std::vector<Held> held_;
  std::map<std::pair<Role, std::string>, pybind11::object> by_name_;
};

/// The tensors of `side` whose gradients are requested, once each: tensors that require a gradient, then
/// those for which `graphs` return a gradient.
std::vector<NamedValue> asked_gradients(const Side& side, const std::vector<const Graph*>& graphs);

/// States in the middle of a run, by subject.
std::map<Subject, c10::IValue> values_midway(const std::vector<Held>& states);

}  // namespace assay::replay
