// Trial: all that C++ asks of trial.py, by name, in this one place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/native/native_recorder.h"
#include "capture/observe/witness.h"
#include "capture/side_by_side/run_plans.h"
#include "capture/side_by_side/script.h"
#include "harness/graph/graph.h"

namespace assay::replay {

/// A parameter, buffer or user input as it is now.
struct Held {
  Role role = Role::kUser;
  std::string name;  ///< the first of its names
  pybind11::object value;
};

using NamedValue = std::pair<std::string, pybind11::object>;
/// Of a list of (name, value).
std::vector<NamedValue> named_values(const pybind11::list& rows);

/// trial.Ran: what one run of a program gave.
class Ran {
 public:
  Ran() = default;  ///< of no run
  explicit Ran(pybind11::object ran) : ran_(std::move(ran)) {}
  explicit operator bool() const { return static_cast<bool>(ran_); }

  std::vector<NamedValue> results() const;    ///< leaf by leaf
  pybind11::object layout() const;            ///< of these leaves
  std::vector<NamedValue> gradients() const;  ///< of what was asked for
  pybind11::list tangents() const;            ///< as asked for
  std::vector<Held> midway() const;           ///< states before the backward pass

 private:
  pybind11::object ran_;
};

/// Two of them make a replay. What they raise passes.
class Trial {
 public:
  enum class Part { kEager, kReplay };
  /// Loads the case.
  Trial(const Script& script, Part part);

  const pybind11::object& in_python() const { return trial_; }
  pybind11::object model() const;

  void prepare(const RunPlan& plan);
  struct Value {
    Role role;
    std::vector<std::string> names;
    pybind11::object value;
  };
  /// All that a graph of `method` may ask for by name, as it is now.
  std::vector<Value> values(const std::string& method) const;
  std::vector<Held> states() const;  ///< copies of parameters, buffers and inputs
  /// Attributes of Python's own, by the way to them.
  pybind11::dict python_state() const;
  /// What the model has at `path`, and the input of that name; none: a null object.
  pybind11::object attribute(const std::string& path) const;
  pybind11::object input(const std::string& path) const;
  std::vector<pybind11::object> generators() const;
  /// Whether there is a place for it.
  bool rebind(const std::string& path, const pybind11::object& value);
  /// The names of numbers and texts of Python's among the inputs.
  std::vector<std::string> plain_inputs() const;
  /// Why PyTorch, asked by Captured.refusal, does not take the inputs of the run that comes next, or "".
  std::string refusal(const pybind11::object& ask) const;

  struct Run {
    std::uint64_t seed = 0;
    std::vector<NamedValue> asked = {};         ///< of which gradients are wanted
    pybind11::object about = pybind11::none();  ///< which results get tangents; None: the program's own start
    pybind11::object witness = pybind11::none();  ///< sees each operator
    native::NativeRecorder* recorder = nullptr;
  };
  Ran run(const Run& how);
  /// Gradients of results at `points`, which were made by `points_of`.
  std::vector<pybind11::object> replayed_gradients(const pybind11::list& leaves,
                                                   const pybind11::object& layout,
                                                   const pybind11::object& points,
                                                   native::NativeRecorder* recorder);

 private:
  pybind11::object trial_;
};

/// program.Points: where gradients of these are taken, to be made before a run.
pybind11::object points_of(const std::vector<NamedValue>& asked);
/// A witness that makes nothing of what it sees: with it the program runs below a dispatch mode, and no more.
pybind11::object bystander();

/// A Python context, entered as long as this lives.
class Entered {
 public:
  explicit Entered(pybind11::object context);
  ~Entered();
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  pybind11::object context_;
};

/// The contexts in which the graphs of a script run.
pybind11::object watched_by(Witness* witness);
pybind11::object widened_if(const Script& script);
pybind11::object drawn_by_shape_if(const Script& script);

}  // namespace assay::replay
