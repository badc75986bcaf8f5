// ProgramRun: the C++ interface to program_run.py. No other file calls it by name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/native/native_recorder.h"
#include "capture/observe/op_trace.h"
#include "capture/side_by_side/replay_setup.h"
#include "capture/side_by_side/run_plans.h"
#include "harness/graph/graph.h"

namespace assay::replay {

/// A parameter, buffer or user input with its current value.
struct Held {
  Role role = Role::kUser;
  std::string name;  ///< the first of its names
  pybind11::object value;
};

using NamedValue = std::pair<std::string, pybind11::object>;
/// From a list of (name, value).
std::vector<NamedValue> named_values(const pybind11::list& rows);

/// program_run.Ran: the values of a program's run.
class Ran {
 public:
  Ran() = default;  ///< no run
  explicit Ran(pybind11::object ran) : ran_(std::move(ran)) {}
  explicit operator bool() const { return static_cast<bool>(ran_); }

  std::vector<NamedValue> results() const;    ///< leaf by leaf
  pybind11::object layout() const;            ///< of these leaves
  std::vector<NamedValue> gradients() const;  ///< of the requested tensors
  pybind11::list tangents() const;            ///< as requested
  std::vector<Held> midway() const;           ///< states before the backward pass

 private:
  pybind11::object ran_;
};

/// A replay has two. Exceptions of the case pass through.
class ProgramRun {
 public:
  enum class Part { kEager, kReplay };
  /// Loads the case.
  ProgramRun(const ReplaySetup& setup, Part part);

  const pybind11::object& in_python() const { return program_run_; }
  pybind11::object model() const;

  void prepare(const RunPlan& plan);
  struct Value {
    Role role;
    std::vector<std::string> names;
    pybind11::object value;
  };
  /// All current values that a graph of `method` may request by name.
  std::vector<Value> values(const std::string& method) const;
  std::vector<Held> states() const;  ///< copies of parameters, buffers and inputs
  /// Python attributes, by path.
  pybind11::dict python_state() const;
  /// The model's value at `path`, and the input of that name; a null object if missing.
  pybind11::object attribute(const std::string& path) const;
  pybind11::object input(const std::string& path) const;
  std::vector<pybind11::object> generators() const;
  /// Returns whether `path` exists.
  bool rebind(const std::string& path, const pybind11::object& value);
  /// The names of Python numbers and texts among the inputs.
  std::vector<std::string> plain_inputs() const;
  /// PyTorch's reason, by Captured.refusal, to refuse the inputs of the next run, or "".
  std::string refusal(const pybind11::object& ask) const;

  struct Run {
    std::uint64_t seed = 0;
    std::vector<NamedValue> asked = {};         ///< tensors whose gradients are requested
    pybind11::object about = pybind11::none();  ///< results that get tangents; None: the program's own start
    pybind11::object trace = pybind11::none();  ///< sees each operator
    native::NativeRecorder* recorder = nullptr;
  };
  Ran run(const Run& how);
  /// Gradients of the results at `points` (from `points_of`).
  std::vector<pybind11::object> replayed_gradients(const pybind11::list& leaves,
                                                   const pybind11::object& layout,
                                                   const pybind11::object& points,
                                                   native::NativeRecorder* recorder);

 private:
  pybind11::object program_run_;
};

/// program.Points: the points for gradients of these tensors. To be made before a run.
pybind11::object points_of(const std::vector<NamedValue>& asked);
/// A trace without effect: the program runs below a dispatch mode, and nothing else changes.
pybind11::object null_trace();

/// A Python context, entered for the life of this object.
class Entered {
 public:
  explicit Entered(pybind11::object context);
  ~Entered();
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  pybind11::object context_;
};

/// The contexts in which the graphs of a setup run.
pybind11::object watched_by(OpTrace* trace);
pybind11::object widened_if(const ReplaySetup& setup);
pybind11::object drawn_by_shape_if(const ReplaySetup& setup);

}  // namespace assay::replay
