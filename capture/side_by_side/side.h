// Side: one of the two programs of a replay, and what a graph may ask it for by name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/side_by_side/subject.h"
#include "capture/side_by_side/trial.h"
#include "harness/graph/value_name.h"

namespace assay::replay {

/// A trial, and its values as they were at the last `look`.
class Side {
 public:
  Side(Trial made, std::string method) : trial(std::move(made)), method_(std::move(method)) {}

  void look();
  const std::vector<Held>& held() const { return held_; }

  /// Of an input's role and name; none of that name: a null object.
  pybind11::object find(Role role, const ValueName& name) const;
  pybind11::object find(Role role, const Name& name) const;
  /// The tensor that the model keeps as a plain attribute at `path`; none: a null object.
  pybind11::object attribute(const std::string& path) const;
  /// The value of one input node that the program itself has: parameter, buffer, user (or a size of any of
  /// them), generator, opaque.
  /// Throws CannotReplay: "joint: input 3 (parameter '0.wieght'): the case's program has no such parameter;
  /// did you mean ..".
  c10::IValue value_of(const Graph& graph, NodeId id) const;

  Trial trial;

 private:
  [[noreturn]] void missing(const Graph& graph, NodeId id, const std::string& why) const;
  std::string method_;
  std::vector<Held> held_;
  std::map<std::pair<Role, std::string>, pybind11::object> by_name_;
};

/// The tensors of `side` a gradient is asked for, each once: those that require one, then those that
/// `graphs` give a gradient of.
std::vector<NamedValue> asked_gradients(const Side& side, const std::vector<const Graph*>& graphs);

/// States in the middle of a run by what they are.
std::map<Subject, c10::IValue> values_midway(const std::vector<Held>& states);

}  // namespace assay::replay
