// PythonCall: a node whose target is no operator of the dispatcher, called as Python calls it.
#pragma once

#include <cstdint>

#include <torch/csrc/utils/pybind.h>

#include "capture/execute/arguments.h"
#include "harness/graph/graph.h"

namespace assay::replay {

/// What calls into Python need of a run, beyond values.
class PythonRunning : public Running {
 public:
  /// Whether `node` gave one tuple and `items` are all of its parts, in order.
  virtual bool is_whole_tuple(const ValueList& items) const = 0;
  /// What a sub-graph's caller expects of it: all its results, or the only one by itself.
  enum class Gives : std::uint8_t { kTuple, kOne };
  virtual pybind11::object sub_graph(Name graph, Gives gives) const = 0;  ///< a callable
};

/// Looks its target up in the allow-list once. Arguments go by position as far as the callable takes them so
/// and none was left out, by keyword after that; a default that the program did not give is not given.
class PythonCall {
 public:
  PythonCall(const Node& node, const pybind11::object& model, Devices devices);  // throws Misfit

  /// What the callable returned. Throws Misfit, or what Python raises.
  pybind11::object operator()(const PythonRunning& running) const;

 private:
  /// All parts of what a node gave as a tuple may be this tuple, or a list of them: the file does not say.
  struct Guess {
    bool allowed = true;
    bool made = false;
  };
  enum class Pass : std::uint8_t { kPosition, kKeyword, kSpread, kSpreadKeywords };
  struct Given {
    const Argument* argument;
    Pass pass;
  };
  struct State {
    pybind11::object owner;  ///< a dictionary of parameters or buffers
    pybind11::str key, path;
    const Value* value;
  };

  void plan(const Node& node);
  pybind11::object call(const PythonRunning& running, const pybind11::tuple& args,
                        const pybind11::dict& keywords) const;
  struct Arguments {
    pybind11::list args;
    pybind11::dict keywords;
    Guess guess;
  };
  Arguments arguments(const PythonRunning& running, bool guesses) const;
  pybind11::object argument(const Value& value, const PythonRunning& running, Guess& guess) const;
  PythonRunning::Gives gives_of(const Argument& argument) const;

  TargetKind kind_;
  Name name_;
  Devices devices_;
  pybind11::object model_;
  pybind11::object callable_;
  std::vector<Given> given_;
  std::vector<State> states_;  ///< of a module: the values the file says it reads
  std::size_t outputs_;        ///< of the node
  bool attribute_ = false;     ///< getattr
};

}  // namespace assay::replay
