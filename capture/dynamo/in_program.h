// InProgram: runs a program under Dynamo with the graphs of a file in place of its regions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <torch/csrc/utils/pybind.h>

#include "capture/execute/executable.h"
#include "capture/native/native_recorder.h"
#include "capture/observe/op_trace.h"
#include "harness/graph/graph.h"

namespace assay::replay {

/// For a capture in parts whose graphs are incomplete alone: several graphs, or values made by Python between
/// or after them. The model of a ProgramRun runs under torch.compile (dynamo/in_program.py). The N-th graph
/// of the file replaces Dynamo's N-th region; Python between regions stays Python. Each region must have the
/// inputs of its graph by role and name, and its results by number, role and name. Values handed on between
/// regions get their names after the run and are matched by order.
class InProgram {
 public:
  /// Whether the graphs of a file in parts need their program to run.
  static bool is_needed(const std::vector<const Graph*>& graphs);

  /// `graphs`, `executables` and the ProgramRun must outlive it.
  InProgram(const std::vector<const Graph*>& graphs, std::vector<Executable>& executables,
            const pybind11::object& program_run);
  InProgram(const InProgram&) = delete;
  InProgram& operator=(const InProgram&) = delete;

  struct Run {
    std::uint64_t seed = 0;
    pybind11::list asked = pybind11::list();  ///< (name, tensor) of the gradients to compute
    OpTrace* trace = nullptr;
    native::NativeRecorder* recorder = nullptr;
    bool check_inputs = false;                      ///< compare shapes and element types with the file
    std::function<Watch(const Graph&)> watch = {};  ///< for each region that runs
  };
  /// Returns side_by_side.program_run.Ran. Throws CannotReplay and the exceptions of the program.
  pybind11::object run(const Run& how);

  /// Why the last run left the capture: a failed guard of Dynamo's, or different control flow in Python.
  const std::optional<std::string>& outside() const { return outside_; }
  /// Whether another program has run since this program's last run. Dynamo keeps the guards of a single
  /// program.
  bool is_displaced() const;

 private:
  struct Region {
    const Graph* graph;
    Executable* executable;
    /// By input node: index into the placeholders followed by the values read off the module; nothing for a
    /// constant.
    std::vector<std::optional<std::size_t>> from;
    std::size_t placeholders = 0;
    std::size_t results = 0;  ///< returned by the region; further results of the file repeat these
    std::vector<NodeId> inputs;
    std::set<std::size_t> written;  ///< indices of the inputs that the program writes after the graph
  };

  pybind11::object python_side(const pybind11::object& program_run);
  Region& region(const std::string& name, const pybind11::list& inputs, const pybind11::list& held,
                 std::size_t results);
  std::vector<c10::IValue> inputs_of(const Region& region, const pybind11::tuple& given) const;
  pybind11::object whole(const std::string& name, const pybind11::list& inputs, const pybind11::list& held,
                         std::size_t results);
  pybind11::object forward_half(const std::string& name, const pybind11::list& inputs, std::size_t forward,
                                std::size_t results);
  pybind11::object backward_half(const std::string& name);
  static void keep_from_writes(const Region& region, std::vector<c10::IValue>& values);
  Watch watch_of(const Region& region) const;
  native::NativeRecorder* recorder() const { return running_ == nullptr ? nullptr : running_->recorder; }
  void require_named(const pybind11::list& rows) const;
  void require_all_ran() const;
  pybind11::object attempt(const Run& how);

  std::map<std::string, Region> regions_;
  pybind11::object program_;  ///< in_program.InProgram
  std::set<std::string> ran_;
  std::vector<Executable::Half> halves_;  ///< of this run, by ticket
  const Run* running_ = nullptr;
  std::size_t runs_ = 0;
  std::optional<std::string> outside_;
};

}  // namespace assay::replay
