// InProgram: the graphs of a file in the place of the regions that Dynamo makes of a program while it runs.
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
#include "capture/observe/witness.h"
#include "harness/graph/graph.h"

namespace assay::replay {

/// A capture in parts whose graphs do not say all: there are several, or Python makes values between or after
/// them. The model of a trial runs under torch.compile (dynamo/in_program.py); where Dynamo would run its
/// N-th region, the file's N-th graph is executed, and Python between regions is Python. Regions are told
/// apart by their order, and must have the inputs that the file says, by role and name (values that regions
/// hand on have a name only afterwards: they keep their order), and its results, by number, role and name.
class InProgram {
 public:
  /// Whether the graphs of a file in parts need their program.
  static bool is_needed(const std::vector<const Graph*>& graphs);

  /// `graphs` and `executables` outlive it, as does the trial.
  InProgram(const std::vector<const Graph*>& graphs, std::vector<Executable>& executables,
            const pybind11::object& trial);
  InProgram(const InProgram&) = delete;
  InProgram& operator=(const InProgram&) = delete;

  struct Run {
    std::uint64_t seed = 0;
    pybind11::list asked = pybind11::list();  ///< (name, tensor) of which gradients are wanted
    Witness* witness = nullptr;
    native::NativeRecorder* recorder = nullptr;
    bool check_inputs = false;                      ///< shapes and element types against the file
    std::function<Watch(const Graph&)> watch = {};  ///< of each region that runs
  };
  /// Gives side_by_side.trial.Ran. Throws CannotReplay, and what the program raises.
  pybind11::object run(const Run& how);

  /// Why the last run left what was captured: a guard of Dynamo's that failed, or another way of Python's.
  const std::optional<std::string>& outside() const { return outside_; }
  /// Whether another program has run since its last run: Dynamo holds one at a time, and has forgotten this
  /// one's guards.
  bool is_displaced() const;

 private:
  struct Region {
    const Graph* graph;
    Executable* executable;
    /// By input node: which of the placeholders, after them of what it reads off its module; none: a
    /// constant.
    std::vector<std::optional<std::size_t>> from;
    std::size_t placeholders = 0;
    std::size_t results = 0;        ///< that the region returns; more of them say what one is as well
    std::vector<NodeId> inputs;     ///< the input nodes
    std::set<std::size_t> written;  ///< which of them the program writes after the graph
  };

  pybind11::object python_side(const pybind11::object& trial);
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
