// Runner: a graph, planned once and run many times. Executable and sub-graphs are built on it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include "capture/execute/arguments.h"
#include "capture/execute/executable.h"
#include "capture/execute/python_calls.h"
#include "harness/graph/sym_expr.h"

namespace assay::replay {

class Runner;

/// State shared by the graphs of a file.
struct Program {
  const GraphFile& file;
  PythonWorld world;
  Substitution substitution;
  std::map<Name, std::unique_ptr<Runner>> sub_graphs = {};  ///< null while it is being planned

  Devices devices() const { return substitution.on_cpu ? Devices::kCpu : Devices::kAsWritten; }
  /// Planned at its first mention. Throws Misfit for an unknown graph and for a graph that calls itself.
  const Runner& sub_graph(Name name);
};

using SlotId = std::uint32_t;  ///< a value of a run: an output of a node

struct Operand {
  enum class Kind : std::uint8_t { kConstant, kReference, kBuilt } kind = Kind::kConstant;
  bool moves = false;    ///< last use of the value: the operator gets the only reference
  bool tensor = false;   ///< Tensor or Tensor?
  bool written = false;  ///< the operator writes to it
  SlotId slot = 0;
  c10::IValue constant;
  const c10::Type* type = nullptr;  ///< the schema's
  std::optional<int> fixed_size;
  const Value* value = nullptr;  ///< in the graph
  Name name;
};

/// An op node, ready to call: an operator or its replacement kernel with operands, or a call into Python.
struct Step {
  NodeId node = 0;
  std::optional<c10::OperatorHandle> op;
  std::vector<Operand> operands;
  Substitution::Kernel kernel;
  std::unique_ptr<PythonCall> python;
  SlotId first = 0;
  std::uint32_t outputs = 0;
  bool gives_list = false, binds_symbols = false;
  bool reshapes = false;     ///< its argument must have the strides of the capture
  bool is_prim = false;      ///< its kernels are Python and accept a number for a tensor
  std::vector<SlotId> dead;  ///< values not used after this step
};

class Runner {
 public:
  Runner(Program& program, const Graph& graph);
  std::vector<c10::IValue> run(std::vector<c10::IValue> inputs, const Watch& watch) const;
  std::size_t operators() const { return steps_.size(); }

  /// The values of a joint graph after its forward half.
  struct Frame;
  struct Half {
    std::shared_ptr<const Frame> frame;
    std::vector<std::size_t> left;  ///< steps that have not run
    std::vector<c10::IValue> results;
  };
  Half run_forward(std::vector<c10::IValue> inputs, std::size_t results, const Watch& watch) const;
  std::vector<c10::IValue> run_backward(const Half& half, const std::vector<c10::IValue>& tangents,
                                        const Watch& watch) const;

 private:
  // runner_plan.cc: once per graph
  void plan_inputs();
  Step plan_step(const Node& node, NodeId id);
  const Node* replaced(const Node& node);
  void plan_operator(const Node& node, NodeId id, Step& step);
  std::vector<Operand> operands(const Node& node, NodeId id, const c10::FunctionSchema& schema);
  Operand operand(const c10::Argument& parameter, const Argument* argument) const;
  void plan_sub_graphs(const Value& value);
  void plan_lifetimes();
  void plan_moves(std::uint32_t step);
  void plan_symbols();

  // runner.cc: every run
  enum class Tangents : std::uint8_t { kGiven, kLater };
  void take_inputs(std::vector<c10::IValue>& inputs, Tangents tangents, Frame& frame) const;
  struct Halves {
    std::vector<std::size_t> forward, backward;  ///< steps, in order
  };
  Halves halves(std::size_t results) const;
  void take(std::size_t step, const Watch& watch, Frame& frame) const;
  void execute(const Step& step, Frame& frame) const;
  void push(const Operand& operand, Frame& frame) const;
  void keep(const Step& step, Frame& frame) const;
  void keep_python(const Step& step, const pybind11::object& value, Frame& frame) const;
  std::vector<c10::IValue> results(const Frame& frame, std::size_t from, std::size_t to) const;
  std::size_t result_count() const;

  SlotId slot(const Ref& ref) const { return first_slot_[ref.node] + ref.path[0]; }
  std::string place(NodeId node, Name argument) const;
  [[noreturn]] void fail(NodeId node, Name argument, std::string_view why) const;
  /// Call it while handling an exception. Throws CannotReplay with `node` and `argument`. Rethrows
  /// out-of-memory errors and the exceptions that end the process (KeyboardInterrupt, SystemExit).
  [[noreturn]] void fail_as(NodeId node, Name argument) const;

  Program& program_;
  const Graph& graph_;
  std::vector<SlotId> first_slot_;  ///< by node
  std::size_t slots_ = 0;
  std::vector<NodeId> inputs_;
  std::vector<c10::IValue> constants_;  ///< by input: the value of a constant in the file
  std::vector<bool> fresh_;             ///< by input: new in every run, like a literal of the program
  std::deque<Node> replaced_;           ///< Python calls rewritten as operator calls
  std::vector<Step> steps_;
  std::vector<std::uint32_t> last_use_;  ///< by slot: a step, steps_.size() for results, or kNever
  std::size_t widest_ = 0;
  bool symbolic_ = false;
};

inline constexpr std::uint32_t kNever = ~std::uint32_t{0};

}  // namespace assay::replay
