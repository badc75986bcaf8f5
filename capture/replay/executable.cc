// Executable: operators resolved and constants bound once, then a loop over steps.
#include "capture/replay/executable.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include <ATen/ATen.h>
#include <torch/csrc/Exceptions.h>

#include "capture/replay/arguments.h"
#include "capture/replay/operators.h"
#include "capture/replay/symbols.h"
#include "harness/graph/error.h"

namespace assay::replay {

namespace {

using c10::IValue;
using SlotId = std::uint32_t;

constexpr std::size_t kMaxMessage = 4096;
constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

// The first line, bounded: what an operator says may hold values of any size and addresses of C++ frames.
std::string one_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  if (text.size() <= kMaxMessage) return std::string(text);
  return std::string(text.substr(0, kMaxMessage)) + "..";
}

bool mentions_symbol(const Value& value);

struct MentionsSymbol {
  bool operator()(const SymExpr&) const { return true; }
  bool operator()(const List& list) const { return any(list.items); }
  bool operator()(const Tuple& tuple) const { return any(tuple.items); }
  bool operator()(const Slice& slice) const { return any(slice.parts); }
  bool operator()(const Dict& dict) const {
    return std::any_of(dict.items.begin(), dict.items.end(),
                       [](const auto& item) { return mentions_symbol(item.second); });
  }
  template <typename Other>
  bool operator()(const Other&) const {
    return false;
  }
  static bool any(const ValueList& items) { return std::any_of(items.begin(), items.end(), mentions_symbol); }
};

bool mentions_symbol(const Value& value) { return std::visit(MentionsSymbol{}, value.data); }

void add_symbols(const std::vector<Output>& outputs, std::unordered_set<Name>& symbols) {
  const auto add = [&symbols](Name expression) {
    if (expression.empty()) return;
    for (const Name symbol : sym::symbols_of(sym::parse(expression.view()))) symbols.insert(symbol);
  };
  for (const Output& output : outputs) {
    if (const auto* scalar = std::get_if<ScalarMeta>(&output.data)) add(scalar->expr);
    const auto* meta = std::get_if<TensorMeta>(&output.data);
    if (meta == nullptr) continue;
    for (const Dim& dim : meta->shape) add(dim.expr);
    for (const Dim& dim : meta->stride.value_or(std::vector<Dim>())) add(dim.expr);
  }
}

struct Operand {
  enum class Kind : std::uint8_t { kConstant, kReference, kBuilt } kind = Kind::kConstant;
  bool moves = false;  // the last use of the value: the operator gets the only reference
  bool tensor = false;
  SlotId slot = 0;
  IValue constant;
  const c10::Type* type = nullptr;  // the schema's
  std::optional<int> fixed_size;
  const Value* value = nullptr;  // in the graph
  Name name;
};

struct Step {
  NodeId node = 0;
  std::optional<c10::OperatorHandle> op;
  std::vector<Operand> operands;
  Substitution::Kernel kernel;
  SlotId first = 0;
  std::uint32_t outputs = 0;
  bool gives_list = false, gives_nothing = false, binds_symbols = false;
  std::vector<SlotId> dead;  // values nobody uses after this step
};

}  // namespace

struct Executable::Impl {
  Impl(const GraphFile& file, const Graph& graph_in, PythonWorld world_in, Substitution substitution_in);
  std::vector<IValue> run(std::vector<IValue> inputs, const Watch& watch);

  struct Frame;

  Step prepare(const Node& node, NodeId id);
  std::vector<Operand> operands(const Node& node, const c10::FunctionSchema& schema);
  Operand operand(const c10::Argument& parameter, const Argument* argument);
  void prepare_inputs();
  void plan_lifetimes();
  void plan_symbols();
  void note_uses(const Value& value, std::uint32_t step);

  void take_inputs(std::vector<IValue>& inputs, Frame& frame) const;
  void execute(const Step& step, Frame& frame) const;
  void push(const Operand& operand, Frame& frame) const;
  void keep(const Step& step, Frame& frame) const;
  std::vector<IValue> results(const Frame& frame) const;

  SlotId slot(const Ref& ref) const { return first_slot[ref.node] + ref.path[0]; }
  std::string place(NodeId node, Name argument = {}) const;
  [[noreturn]] void fail(NodeId node, Name argument, std::string_view why) const {
    throw CannotReplay(place(node, argument) + ": " + one_line(why));
  }
  template <typename Body>
  void guarded(NodeId node, const Name& argument, Body&& body) const;

  const Graph& graph;
  PythonWorld world;
  Substitution substitution;
  std::vector<SlotId> first_slot;  // by node
  std::size_t slots = 0;
  std::vector<NodeId> inputs;
  std::vector<IValue> constants;  // by input: the value of a constant that the file holds
  std::vector<Step> steps;
  std::vector<std::uint32_t> last_use;  // by slot: a step, steps.size() for results, or kNever
  std::size_t widest = 0;
  bool symbolic = false;
};

// One run: the values alive, the stack of the operator being called, the symbols known.
struct Executable::Impl::Frame : Running {
  explicit Frame(const Impl& impl_in) : impl(impl_in), values(impl_in.slots) {
    stack.reserve(impl_in.widest);
  }

  IValue at(const Ref& ref) const override {
    IValue value = values[impl.slot(ref)];
    for (std::size_t i = 1; i < ref.path.size(); ++i) {
      const auto items = value.isList()    ? value.toListRef()
                         : value.isTuple() ? c10::ArrayRef<IValue>(value.toTupleRef().elements().asArrayRef())
                                           : c10::ArrayRef<IValue>();
      if (ref.path[i] >= items.size()) throw Misfit("expected a list of outputs, found " + kind_of(value));
      value = IValue(items[ref.path[i]]);
    }
    return value;
  }

  IValue symbolic(Name expression) const override {
    try {
      return to_ivalue(sym::evaluate(sym::parse(expression.view()), symbols));
    } catch (const InputError& error) {
      throw Misfit("expected a value for " + expression.str() + ": " + error.parts().what + " (" +
                   error.parts().found + ")");
    }
  }

  const Impl& impl;
  std::vector<IValue> values;  // by slot
  torch::jit::Stack stack;
  sym::Bindings symbols;
  Name argument;  // being bound
};

std::string Executable::Impl::place(NodeId node, Name argument) const {
  const Node& at = graph.nodes[node];
  std::string text = graph.name.str() + ": node " + std::to_string(node) + " (";
  if (at.kind == NodeKind::kInput)
    text += "input " + std::string(to_string(at.role)) + " " + at.name.str();
  else
    text += at.kind == NodeKind::kOp ? to_string(at.target) : "output";
  text += ")";
  if (!argument.empty()) text += ", argument " + argument.str();
  return text;
}

// Runs `body`; what it throws becomes CannotReplay about `node`, except for memory that has run out and what
// ends the process (KeyboardInterrupt, SystemExit), which pass.
template <typename Body>
void Executable::Impl::guarded(NodeId node, const Name& argument, Body&& body) const {
  try {
    body();
  } catch (const CannotReplay&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const Misfit& misfit) {
    fail(node, argument, misfit.what());
  } catch (python_error& error) {
    error.restore();
    const pybind11::error_already_set raised;
    if (!raised.matches(PyExc_Exception) || raised.matches(PyExc_MemoryError)) throw raised;
    fail(node, argument, raised.what());
  } catch (const pybind11::error_already_set& error) {
    if (!error.matches(PyExc_Exception) || error.matches(PyExc_MemoryError)) throw;
    fail(node, argument, error.what());
  } catch (const c10::Error& error) {
    fail(node, argument, error.what_without_backtrace());
  } catch (const std::exception& error) {
    fail(node, argument, error.what());
  }
}

Executable::Impl::Impl(const GraphFile& file, const Graph& graph_in, PythonWorld world_in,
                       Substitution substitution_in)
    : graph(graph_in), world(std::move(world_in)), substitution(std::move(substitution_in)) {
  static_cast<void>(file);
  for (const Node& node : graph.nodes) {
    first_slot.push_back(static_cast<SlotId>(slots));
    slots += node.outputs.size();
  }
  prepare_inputs();
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (node.kind != NodeKind::kOp) continue;
    steps.push_back(prepare(node, id));
    widest = std::max(widest, steps.back().operands.size() + 8);
  }
  plan_lifetimes();
  plan_symbols();
}

void Executable::Impl::prepare_inputs() {
  for (NodeId id = 0; id < graph.nodes.size(); ++id) {
    const Node& node = graph.nodes[id];
    if (node.kind != NodeKind::kInput) continue;
    inputs.push_back(id);
    IValue& constant = constants.emplace_back();
    if (node.role != Role::kConstant || !node.constant) continue;
    guarded(id, Name(), [&] { constant = constant_of(node, world.folder); });
  }
}

Step Executable::Impl::prepare(const Node& node, NodeId id) {
  Step step;
  step.node = id;
  step.first = first_slot[id];
  step.outputs = static_cast<std::uint32_t>(node.outputs.size());
  if (node.target.kind != TargetKind::kOperator)
    fail(id, Name(), "only operators of the dispatcher can be executed");
  guarded(id, Name(), [&] { step.op = find_operator(node.target.name); });
  const c10::FunctionSchema& schema = step.op->schema();
  step.operands = operands(node, schema);
  step.gives_nothing = schema.returns().empty();
  step.gives_list =
      schema.returns().size() == 1 && schema.returns()[0].type()->kind() == c10::TypeKind::ListType;
  if (substitution.kernel_for) step.kernel = substitution.kernel_for(node);
  return step;
}

std::vector<Operand> Executable::Impl::operands(const Node& node, const c10::FunctionSchema& schema) {
  const NodeId id = static_cast<NodeId>(&node - graph.nodes.data());
  std::vector<Operand> made;
  std::size_t known = 0;
  for (const c10::Argument& parameter : schema.arguments()) {
    const auto named = [&](const Argument& argument) { return argument.name.view() == parameter.name(); };
    const auto found = std::find_if(node.args.begin(), node.args.end(), named);
    if (found != node.args.end()) ++known;
    guarded(id, Name(parameter.name()),
            [&] { made.push_back(operand(parameter, found == node.args.end() ? nullptr : &*found)); });
  }
  if (known == node.args.size()) return made;
  for (const Argument& argument : node.args) {
    const bool exists = std::any_of(made.begin(), made.end(),
                                    [&](const Operand& operand) { return operand.name == argument.name; });
    // A default that this version's schema does not have was not given by the program.
    if (!exists && !argument.defaulted) fail(id, argument.name, "the operator has no such argument");
  }
  return made;
}

Operand Executable::Impl::operand(const c10::Argument& parameter, const Argument* argument) {
  Operand made;
  made.name = Name(parameter.name());
  made.type = parameter.real_type().get();
  made.fixed_size = parameter.N();
  made.tensor =
      made.type->kind() == c10::TypeKind::TensorType ||
      (made.type->kind() == c10::TypeKind::OptionalType &&
       made.type->castRaw<c10::OptionalType>()->getElementType()->kind() == c10::TypeKind::TensorType);
  const Devices devices = substitution.on_cpu ? Devices::kCpu : Devices::kAsWritten;
  if (argument == nullptr) {
    if (!parameter.default_value()) throw Misfit("missing, and the operator has no default for it");
    made.constant = *parameter.default_value();
  } else if (is_constant(argument->value)) {
    made.constant = to_ivalue(argument->value, *made.type, made.fixed_size, devices, nullptr);
  } else {
    const auto* ref = std::get_if<Ref>(&argument->value.data);
    const bool plain = ref != nullptr && ref->path.size() == 1;
    made.kind = plain ? Operand::Kind::kReference : Operand::Kind::kBuilt;
    if (plain) made.slot = slot(*ref);
    made.value = &argument->value;
  }
  return made;
}

void Executable::Impl::note_uses(const Value& value, std::uint32_t step) {
  for_each_ref(value, [&](const Ref& ref) { last_use[slot(ref)] = step; });
}

// A value lives until the last step that uses it; one that nobody uses, no longer than its own step.
void Executable::Impl::plan_lifetimes() {
  last_use.assign(slots, kNever);
  const auto end = static_cast<std::uint32_t>(steps.size());
  for (std::uint32_t i = 0; i < end; ++i) {
    const Node& node = graph.nodes[steps[i].node];
    for (SlotId at = steps[i].first; at < steps[i].first + steps[i].outputs; ++at) last_use[at] = i;
    for (const Argument& argument : node.args) note_uses(argument.value, i);
  }
  for (const Node& node : graph.nodes) {
    for (const Result& result : node.results) note_uses(result.value, end);
  }
  for (std::uint32_t i = 0; i < end; ++i) {
    Step& step = steps[i];
    std::vector<SlotId> seen;
    const auto is_new = [&seen](SlotId at) { return std::find(seen.begin(), seen.end(), at) == seen.end(); };
    for (auto operand = step.operands.rbegin(); operand != step.operands.rend(); ++operand) {
      if (operand->kind == Operand::Kind::kReference) {
        operand->moves = last_use[operand->slot] == i && is_new(operand->slot);
        seen.push_back(operand->slot);
      } else if (operand->kind == Operand::Kind::kBuilt) {
        for_each_ref(*operand->value, [&](const Ref& ref) {
          if (last_use[slot(ref)] == i && is_new(slot(ref))) step.dead.push_back(slot(ref));
          seen.push_back(slot(ref));
        });
      }
    }
    for (SlotId at = step.first; at < step.first + step.outputs; ++at)
      if (last_use[at] == i) step.dead.push_back(at);
  }
}

// Symbols are bound only where an argument needs them: from the inputs, and from the steps whose outputs are
// the first to show one that no input does.
void Executable::Impl::plan_symbols() {
  for (const Node& node : graph.nodes) {
    for (const Argument& argument : node.args) symbolic |= mentions_symbol(argument.value);
    for (const Result& result : node.results) symbolic |= mentions_symbol(result.value);
  }
  if (!symbolic) return;
  std::unordered_set<Name> known;
  for (const NodeId input : inputs) add_symbols(graph.nodes[input].outputs, known);
  for (Step& step : steps) {
    const std::size_t before = known.size();
    add_symbols(graph.nodes[step.node].outputs, known);
    step.binds_symbols = known.size() > before;
  }
}

void Executable::Impl::take_inputs(std::vector<IValue>& given, Frame& frame) const {
  if (given.size() != inputs.size()) {
    throw CannotReplay(graph.name.str() + ": expected " + std::to_string(inputs.size()) + " inputs, found " +
                       std::to_string(given.size()));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Node& node = graph.nodes[inputs[i]];
    if (given[i].isNone()) given[i] = constants[i];
    const bool tensor = std::holds_alternative<TensorMeta>(node.outputs[0].data);
    if (tensor && !(given[i].isTensor() && given[i].toTensor().defined()))
      fail(inputs[i], Name(), "missing: expected Tensor, found " + kind_of(given[i]));
  }
  if (symbolic) frame.symbols = bind_symbols(graph, given);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const SlotId at = first_slot[inputs[i]];
    if (last_use[at] != kNever) frame.values[at] = std::move(given[i]);
  }
}

void Executable::Impl::push(const Operand& operand, Frame& frame) const {
  switch (operand.kind) {
    case Operand::Kind::kConstant:
      frame.stack.push_back(operand.constant);
      return;
    case Operand::Kind::kReference: {
      IValue& value = frame.values[operand.slot];
      const bool fits = operand.tensor && value.isTensor();
      if (!fits) {
        frame.argument = operand.name;
        IValue fitted = fit(value, *operand.type);
        if (operand.moves) value = IValue();
        frame.stack.push_back(std::move(fitted));
      } else if (operand.moves) {
        frame.stack.push_back(std::move(value));
      } else {
        frame.stack.push_back(value);
      }
      return;
    }
    case Operand::Kind::kBuilt:
      frame.argument = operand.name;
      frame.stack.push_back(to_ivalue(*operand.value, *operand.type, operand.fixed_size,
                                      substitution.on_cpu ? Devices::kCpu : Devices::kAsWritten, &frame));
      return;
  }
}

// What is on the stack becomes the node's outputs. Undefined tensors are None, as Python sees them.
void Executable::Impl::keep(const Step& step, Frame& frame) const {
  const auto put = [&](std::size_t at, IValue value) {
    if (value.isTensor() && !value.toTensor().defined()) value = IValue();
    frame.values[step.first + at] = std::move(value);
  };
  torch::jit::Stack& given = frame.stack;
  if (step.gives_list && given.size() == 1) {
    const IValue list = std::move(given[0]);
    const auto items = list.toListRef();
    if (items.size() != step.outputs)
      throw Misfit("gave " + std::to_string(items.size()) + " outputs, the graph has " +
                   std::to_string(step.outputs));
    for (std::size_t i = 0; i < items.size(); ++i) put(i, items[i]);
    return;
  }
  if (given.empty() && step.outputs <= 1) return;  // one output of an operator that gives nothing is None
  if (given.size() != step.outputs)
    throw Misfit("gave " + std::to_string(given.size()) + " outputs, the graph has " +
                 std::to_string(step.outputs));
  for (std::size_t i = 0; i < given.size(); ++i) put(i, std::move(given[i]));
}

void Executable::Impl::execute(const Step& step, Frame& frame) const {
  frame.stack.clear();
  for (const Operand& operand : step.operands) push(operand, frame);
  frame.argument = Name();
  if (step.kernel)
    frame.stack = step.kernel(frame.stack);
  else
    step.op->callBoxed(frame.stack);
  keep(step, frame);
  if (!step.binds_symbols) return;
  const std::vector<Output>& outputs = graph.nodes[step.node].outputs;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    bind_output(outputs[i], frame.values[step.first + i], frame.symbols);
}

std::vector<IValue> Executable::Impl::results(const Frame& frame) const {
  std::vector<IValue> all;
  if (graph.nodes.empty() || graph.nodes.back().kind != NodeKind::kOutput) return all;
  const auto id = static_cast<NodeId>(graph.nodes.size() - 1);
  for (const Result& result : graph.nodes.back().results) {
    guarded(id, result.name, [&] {
      all.push_back(to_ivalue(result.value, *c10::AnyType::get(), {}, Devices::kAsWritten, &frame));
    });
  }
  return all;
}

std::vector<IValue> Executable::Impl::run(std::vector<IValue> given, const Watch& watch) {
  Frame frame(*this);
  take_inputs(given, frame);
  for (const Step& step : steps) {
    guarded(step.node, frame.argument, [&] { execute(step, frame); });
    if (watch) {
      const auto first = frame.values.begin() + step.first;
      watch(step.node, {first, first + step.outputs});
    }
    for (const SlotId dead : step.dead) frame.values[dead] = IValue();
  }
  return results(frame);
}

Executable::Executable(const GraphFile& file, const Graph& graph, PythonWorld world,
                       Substitution substitution)
    : impl_(std::make_unique<Impl>(file, graph, std::move(world), std::move(substitution))) {}
Executable::~Executable() = default;
Executable::Executable(Executable&&) noexcept = default;

std::vector<IValue> Executable::run(std::vector<IValue> inputs, const Watch& watch) {
  return impl_->run(std::move(inputs), watch);
}

std::size_t Executable::operators() const { return impl_->steps.size(); }

}  // namespace assay::replay
