// PythonCall: a node whose target is outside the dispatcher, called as in Python.
#pragma once

#include <cstdint>

#include <torch/csrc/utils/pybind.h>

#include "capture/execute/arguments.h"
#include "harness/graph/graph.h"

namespace assay::replay {

/// Run state that calls into Python need, besides values.
class PythonRunning : public Running {
 public:
  /// Whether `node` returned one tuple and `items` are all its parts, in order.
  virtual bool is_whole_tuple(const ValueList& items) const = 0;
  /// The form in which a sub-graph's caller expects its results: a tuple, or its only result by itself.
  enum class Gives : std::uint8_t { kTuple, kOne };
  virtual pybind11::object sub_graph(Name graph, Gives gives) const = 0;  ///< a callable
};

/// Looks its target up in the allow-list once. Arguments go by position until an argument is omitted or the
/// callable takes it by keyword only; after that by keyword. Defaults that the program omitted stay omitted.
class PythonCall {
 public:
  PythonCall(const Node& node, const pybind11::object& model, Devices devices);  // throws Misfit

  /// Returns the callable's result. Throws Misfit and Python's exceptions.
  pybind11::object operator()(const PythonRunning& running) const;

 private:
  /// If an argument has all parts of a node's tuple, it may be the tuple itself or a list. The file does not
  /// say which.
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
  std::vector<State> states_;  ///< of a module: the values that it reads, from the file
  std::size_t outputs_;        ///< of the node
  bool attribute_ = false;     ///< getattr
};

}  // namespace assay::replay
