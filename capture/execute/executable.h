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

/// The case's own model, which Python-level nodes (from symbolic_trace, dynamo) may reach beyond the
/// allow-list. Never looked up by import.
struct PythonWorld {
  pybind11::object model;   ///< torch.nn.Module; scope of `module:NAME` and get_attr names
  std::string folder = {};  ///< of the graph file, with the SHA256.bin files of its large constants
};

/// Kernels that replace those named in a graph (default: none). A phantom capture that replays on the CPU
/// uses the table of capture/execute/phantom_table.h.
struct Substitution {
  /// Takes schema-ordered arguments. Returns outputs in the shape of the node's own schema.
  using Kernel = std::function<std::vector<c10::IValue>(const std::vector<c10::IValue>&)>;
  std::function<Kernel(const Node&)> kernel_for;
  bool on_cpu = false;  ///< every device argument becomes "cpu"
  bool wide = false;    ///< constants of the file are widened (execute/widened.h)
};

/// Called for each op node of the graph itself, not of sub-graphs, right after it ran. `outputs` are in the
/// node's order. Used by lowering, tracing and tests.
using Watch = std::function<void(NodeId node, const std::vector<c10::IValue>& outputs)>;

/// Resolves operators and binds constants once; each `run` fills in references. Values are freed after their
/// last use. Nothing named in the graph is imported or opened. Not thread-safe.
///
/// The caller sets autograd, grad mode, RNG state and the active Python modes. Operator graphs need grad mode
/// on and detached inputs: without grad mode, oneDNN's LSTM makes no workspace for its backward.
///
/// Modules are checked against the file at construction and run in their current state. The executable must
/// outlive its results if a backward pass uses them and the graph has an autograd.Function or a hook.
class Executable {
 public:
  /// `file` must outlive it. Throws CannotReplay.
  Executable(const GraphFile& file, const Graph& graph, PythonWorld world, Substitution substitution = {});
  ~Executable();
  Executable(Executable&&) noexcept;

  /// Takes a value per `input` node, in order: tensor, Python number, None, generator, or any Python object
  /// (as a c10 PyObject). None for an input of role `constant` means the value in the file. Returns a value
  /// per Result of the output node, in order. Throws CannotReplay.
  std::vector<c10::IValue> run(std::vector<c10::IValue> inputs, const Watch& watch = nullptr);

  /// A joint graph whose first `results` results exist, with the state that the rest needs.
  struct Half {
    std::vector<c10::IValue> results;
    std::shared_ptr<const void> rest = {};
  };
  /// Inputs as in `run`; None for tangents. Throws CannotReplay, also if a result of the forward half needs a
  /// tangent.
  Half run_forward(std::vector<c10::IValue> inputs, std::size_t results, const Watch& watch = nullptr);
  /// The other results. May be called any number of times. Takes a tangent per input of that role. Throws
  /// CannotReplay.
  std::vector<c10::IValue> run_backward(const Half& half, const std::vector<c10::IValue>& tangents,
                                        const Watch& watch = nullptr);

  std::size_t operators() const;  ///< op nodes that a run executes; each sub-graph counts once

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::replay
