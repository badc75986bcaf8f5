// Side: one of the two programs of a replay, and what a graph may ask it for by name.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "harness/graph/value_name.h"
#include "harness/zoo/replay.h"

namespace assay::replay {

/// A parameter, buffer or user input as it is now.
struct Held {
  Role role = Role::kUser;
  std::string name;  ///< the first of its names
  pybind11::object value;
};

/// A trial (side_by_side/trial.py). `look` reads its values, which stay until the next look.
class Side {
 public:
  Side(pybind11::object trial, std::string method);

  void prepare(std::string_view kind, int index, std::uint64_t seed, bool keeps_whole, bool puts_back);
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

  pybind11::object trial, model;

 private:
  [[noreturn]] void missing(const Graph& graph, NodeId id, const std::string& why) const;
  std::string method_;
  std::vector<Held> held_;
  std::map<std::pair<Role, std::string>, pybind11::object> by_name_;
};

/// The tensors of `side` a gradient is asked for, each once: those that require one, then those that
/// `graphs` give a gradient of.
std::vector<std::pair<std::string, pybind11::object>> asked_gradients(
    const Side& side, const std::vector<const Graph*>& graphs);

}  // namespace assay::replay
