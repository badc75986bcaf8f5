// Executable: a graph of a graph file, ready to run through the dispatcher.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <ATen/core/ivalue.h>
#include <torch/csrc/utils/pybind.h>

#include "capture/execute/cannot_replay.h"
#include "harness/graph/graph.h"

namespace assay::replay {

/// What Python-level nodes (from symbolic_trace, dynamo) may reach beyond the allow-list: the case's own
/// model. Never looked up by import.
struct PythonWorld {
  pybind11::object model;   ///< torch.nn.Module; `module:NAME` and get_attr names are looked up in it
  std::string folder = {};  ///< of the graph file: holds SHA256.bin of its large constants
};

/// Which kernels stand in for those a graph names. The default is none; a phantom capture that replays on the
/// CPU has the table of capture/execute/phantom_table.h.
struct Substitution {
  /// Called for every operator node once, when the executable is made; null: as the graph says. Gets
  /// schema-ordered arguments, gives outputs in the shape of the node's own schema.
  using Kernel = std::function<std::vector<c10::IValue>(const std::vector<c10::IValue>&)>;
  std::function<Kernel(const Node&)> kernel_for;
  bool on_cpu = false;  ///< every device argument becomes "cpu"
  bool wide = false;    ///< constants of the file are widened (execute/widened.h)
};

/// Told of each op node of the graph itself, not of sub-graphs, right after it ran; `outputs` in the node's
/// order. Used by lowering, tracing, tests.
using Watch = std::function<void(NodeId node, const std::vector<c10::IValue>& outputs)>;

/// Resolves operators and binds constants once; `run` then only fills in references. Values are freed after
/// their last use. Nothing named in the graph is imported or opened. Not thread-safe; autograd, grad mode,
/// RNG state and the active Python modes are the caller's (some kernels look at the grad mode: oneDNN's LSTM
/// makes no workspace for its backward without it, so operator graphs run with it on and detached inputs).
/// What it gave may need it for a backward pass, where the graph has an autograd.Function or a hook.
/// Modules are checked against the file when it is made; they run as they are then.
class Executable {
 public:
  /// `file` outlives it. Throws CannotReplay.
  Executable(const GraphFile& file, const Graph& graph, PythonWorld world, Substitution substitution = {});
  ~Executable();
  Executable(Executable&&) noexcept;

  /// One value per `input` node, in their order: tensors, Python numbers, None, generators, or any Python
  /// object (as a c10 PyObject). None for an input of role `constant` is the value in the file. Gives one
  /// value per Result of the output node, in order. Throws CannotReplay.
  std::vector<c10::IValue> run(std::vector<c10::IValue> inputs, const Watch& watch = nullptr);

  /// A joint graph whose first `results` results are there, and what the rest needs.
  struct Half {
    std::vector<c10::IValue> results;
    std::shared_ptr<const void> rest = {};
  };
  /// Inputs as in `run`, None for tangents. Throws CannotReplay, also where a result of the forward half
  /// needs a tangent.
  Half run_forward(std::vector<c10::IValue> inputs, std::size_t results, const Watch& watch = nullptr);
  /// The other results, any number of times; one tangent per input of that role. Throws CannotReplay.
  std::vector<c10::IValue> run_backward(const Half& half, const std::vector<c10::IValue>& tangents,
                                        const Watch& watch = nullptr);

  std::size_t operators() const;  ///< op nodes one run executes, sub-graphs once each

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::replay
