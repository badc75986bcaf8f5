// Runner, every run: fills in references, calls operators, drops values.
#include "capture/execute/runner.h"

#include <algorithm>
#include <unordered_set>

#include <ATen/ATen.h>
#include <torch/csrc/Exceptions.h>
#include <torch/csrc/jit/python/pybind_utils.h>

#include "capture/execute/py_values.h"
#include "capture/execute/symbols.h"
#include "capture/native/interception.h"
#include "harness/error/error.h"
#include "harness/graph/text.h"
#include "harness/words/utf8.h"

namespace assay::replay {

namespace py = pybind11;

using c10::IValue;

namespace {

constexpr std::size_t kMaxMessage = 4096;

// The first line, bounded. An operator's message may contain values of any size and addresses of C++ frames.
std::string one_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  if (text.size() <= kMaxMessage) return std::string(text);
  return std::string(beginning(text, kMaxMessage)) + "..";
}

IValue element(const IValue& value, std::uint32_t index) {
  if (value.isPyObject()) {
    const py::handle object = value.toPyObject();
    const bool sequence = PyTuple_Check(object.ptr()) || PyList_Check(object.ptr());
    if (sequence && index < static_cast<std::size_t>(PySequence_Size(object.ptr())))
      return from_python(py::reinterpret_steal<py::object>(PySequence_GetItem(object.ptr(), index)));
  }
  if (value.isList() && index < value.toListRef().size()) return value.toListRef()[index];
  if (value.isTuple() && index < value.toTupleRef().elements().size())
    return value.toTupleRef().elements()[index];
  throw Misfit("expected a value with an element " + std::to_string(index) + ", found " + kind_of(value));
}

// Copies without recorders and modes, because the program itself makes no copy.
IValue copy_of(const IValue& value) {
  if (!value.isTensor()) return value;
  const native::Aside aside;
  const c10::impl::ExcludeDispatchKeyGuard no_modes(c10::python_ks |
                                                    c10::autograd_dispatch_keyset_with_ADInplaceOrView);
  const at::Tensor& made = value.toTensor();
  return made.clone().set_requires_grad(made.requires_grad());
}

// A recorded `reshape` is a view by strides, which fit only the strides that its argument had at capture.
void require_strides(const std::vector<IValue>& given) {
  const at::Tensor& tensor = given.at(0).toTensor();
  if (!tensor.defined() || tensor.numel() == 0) return;
  const auto fit = at::detail::computeStride(tensor.sizes(), tensor.strides(), given.at(1).toDimVector());
  if (!fit || *fit != given.at(2).toDimVector())
    throw Misfit("its strides are those that the argument had at capture");
}

// Python objects that no operator returns. A result of these kinds is compared with eager by its text.
bool is_told(const Value& value) {
  const auto is = [&]<typename... Kinds>(std::type_identity<Kinds>...) {
    return (std::holds_alternative<Kinds>(value.data) || ...);
  };
  return is(std::type_identity<DType>(), std::type_identity<DevicePlace>(), std::type_identity<Layout>(),
            std::type_identity<MemoryFormat>(), std::type_identity<Slice>(), std::type_identity<Ellipsis>(),
            std::type_identity<BigInt>(), std::type_identity<PyName>(), std::type_identity<Opaque>());
}

}  // namespace

// State of a run.
struct Runner::Frame final : PythonRunning {
  explicit Frame(const Runner& runner_in) : runner(runner_in), values(runner_in.slots_) {
    stack.reserve(runner.widest_ + 8);
  }

  IValue at(const Ref& ref) const override {
    IValue value = values[runner.slot(ref)];
    for (std::size_t i = 1; i < ref.path.size(); ++i) value = element(value, ref.path[i]);
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

  bool is_whole_tuple(const ValueList& items) const override {
    const auto* first = items.empty() ? nullptr : std::get_if<Ref>(&items[0].data);
    if (first == nullptr || !tuples.contains(first->node)) return false;
    if (items.size() != runner.graph_.nodes[first->node].outputs.size()) return false;
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      const auto* ref = std::get_if<Ref>(&items[i].data);
      if (ref == nullptr || !(*ref == Ref{first->node, {i}})) return false;
    }
    return true;
  }

  py::object sub_graph(Name name, Gives gives) const override {
    const Runner& inner = runner.program_.sub_graph(name);
    return py::cpp_function([&inner, gives](const py::args& args) -> py::object {
      std::vector<IValue> given;
      for (const py::handle one : args) given.push_back(from_python(one));
      given.resize(std::max(given.size(), inner.inputs_.size()));  // its constants are in the file
      py::list results;
      for (const IValue& value : inner.run(std::move(given), nullptr)) results.append(to_python(value));
      if (gives == Gives::kOne && results.size() == 1) return results[0];
      return py::tuple(results);
    });
  }

  const Runner& runner;
  std::vector<IValue> values;  // by slot
  torch::jit::Stack stack;
  sym::Bindings symbols;
  std::unordered_set<NodeId> tuples;  // nodes that returned a Python tuple
  Name argument;                      // being bound
  bool keeps_all = false;             // keeps all values to the end
};

std::string Runner::place(NodeId node, Name argument) const {
  const Node& at = graph_.nodes[node];
  std::string text = graph_.name.str() + ": node " + std::to_string(node) + " (";
  if (at.kind == NodeKind::kInput)
    text += "input " + std::string(to_string(at.role)) + " " + at.name.str();
  else
    text += at.kind == NodeKind::kOp ? to_string(at.target) : "output";
  text += ")";
  if (!argument.empty()) text += ", argument " + argument.str();
  return text;
}

void Runner::fail(NodeId node, Name argument, std::string_view why) const {
  throw CannotReplay(place(node, argument) + ": " + one_line(why));
}

void Runner::fail_as(NodeId node, Name argument) const {
  const auto of_python = [&](const py::error_already_set& error) {
    if (!error.matches(PyExc_Exception) || error.matches(PyExc_MemoryError))
      throw py::error_already_set(error);
    fail(node, argument, error.what());
  };
  try {
    throw;
  } catch (const CannotReplay&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (python_error& error) {
    error.restore();
    of_python(py::error_already_set());
  } catch (const py::error_already_set& error) {
    of_python(error);
  } catch (const c10::Error& error) {
    fail(node, argument, error.what_without_backtrace());
  } catch (const std::exception& error) {
    fail(node, argument, error.what());
  }
  fail(node, argument, "unknown exception");
}

void Runner::take_inputs(std::vector<IValue>& given, Tangents tangents, Frame& frame) const {
  if (given.size() != inputs_.size()) {
    throw CannotReplay(graph_.name.str() + ": expected " + std::to_string(inputs_.size()) +
                       " inputs, found " + std::to_string(given.size()));
  }
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Node& node = graph_.nodes[inputs_[i]];
    if (given[i].isNone()) given[i] = fresh_[i] ? copy_of(constants_[i]) : constants_[i];
    const bool later = tangents == Tangents::kLater && node.role == Role::kTangent;
    const bool tensor = !later && std::holds_alternative<TensorMeta>(node.outputs[0].data);
    if (tensor && !(given[i].isTensor() && given[i].toTensor().defined()))
      fail(inputs_[i], Name(), "missing: expected Tensor, found " + kind_of(given[i]));
  }
  if (symbolic_) frame.symbols = bind_symbols(graph_, given);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const SlotId at = first_slot_[inputs_[i]];
    if (last_use_[at] != kNever) frame.values[at] = std::move(given[i]);
  }
}

void Runner::push(const Operand& operand, Frame& frame) const {
  switch (operand.kind) {
    case Operand::Kind::kConstant:
      frame.stack.push_back(operand.constant);
      return;
    case Operand::Kind::kReference: {
      IValue& value = frame.values[operand.slot];
      const bool fits = operand.tensor && value.isTensor();
      const bool moves = operand.moves && !frame.keeps_all;
      if (!fits) {
        frame.argument = operand.name;
        IValue fitted = fit(value, *operand.type);
        if (moves) value = IValue();
        frame.stack.push_back(std::move(fitted));
      } else if (moves) {
        frame.stack.push_back(std::move(value));
      } else {
        frame.stack.push_back(value);
      }
      return;
    }
    case Operand::Kind::kBuilt:
      frame.argument = operand.name;
      frame.stack.push_back(
          to_ivalue(*operand.value, *operand.type, operand.fixed_size, program_.devices(), &frame));
      return;
  }
}

// Moves the stack into the node's outputs. Undefined tensors become None, as in Python.
void Runner::keep(const Step& step, Frame& frame) const {
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
  if (given.empty() && step.outputs <= 1) return;  // the one output of an operator without results is None
  if (given.size() != step.outputs)
    throw Misfit("gave " + std::to_string(given.size()) + " outputs, the graph has " +
                 std::to_string(step.outputs));
  for (std::size_t i = 0; i < given.size(); ++i) put(i, std::move(given[i]));
}

// A tuple or list becomes several outputs, as in the walker.
void Runner::keep_python(const Step& step, const py::object& value, Frame& frame) const {
  const bool tuple = PyTuple_Check(value.ptr());
  if (!tuple && !PyList_Check(value.ptr())) {
    if (step.outputs != 1) throw Misfit("gave 1 output, the graph has " + std::to_string(step.outputs));
    frame.values[step.first] = from_python(value);
    return;
  }
  if (tuple) frame.tuples.insert(step.node);
  const auto count = static_cast<std::size_t>(PySequence_Size(value.ptr()));
  if (count != step.outputs)
    throw Misfit("gave " + std::to_string(count) + " outputs, the graph has " + std::to_string(step.outputs));
  std::size_t at = step.first;
  for (const py::handle item : value) frame.values[at++] = from_python(item);
}

void Runner::execute(const Step& step, Frame& frame) const {
  if (step.python) {
    keep_python(step, (*step.python)(frame), frame);
  } else {
    frame.stack.clear();
    for (const Operand& operand : step.operands) push(operand, frame);
    frame.argument = Name();
    if (step.reshapes && !step.kernel) require_strides(frame.stack);
    if (step.kernel) {
      frame.stack = step.kernel(frame.stack);
    } else if (step.is_prim) {  // as in Python: their autograd kernel passes a number on as a tensor
      const torch::jit::ToIValueAllowNumbersAsTensors numbers(true);
      step.op->callBoxed(frame.stack);
    } else {
      step.op->callBoxed(frame.stack);
    }
    keep(step, frame);
  }
  if (!step.binds_symbols) return;
  const std::vector<Output>& outputs = graph_.nodes[step.node].outputs;
  for (std::size_t i = 0; i < outputs.size(); ++i)
    bind_output(outputs[i], frame.values[step.first + i], frame.symbols);
}

std::size_t Runner::result_count() const {
  const bool ends = !graph_.nodes.empty() && graph_.nodes.back().kind == NodeKind::kOutput;
  return ends ? graph_.nodes.back().results.size() : 0;
}

std::vector<IValue> Runner::results(const Frame& frame, std::size_t from, std::size_t to) const {
  std::vector<IValue> all;
  const auto id = static_cast<NodeId>(graph_.nodes.size() - 1);
  for (std::size_t i = from; i < to; ++i) {
    const Result& result = graph_.nodes.back().results[i];
    try {
      all.push_back(is_told(result.value)
                        ? IValue(print_value(result.value))
                        : to_ivalue(result.value, *c10::AnyType::get(), {}, program_.devices(), &frame));
    } catch (...) {
      fail_as(id, result.name);
    }
  }
  return all;
}

void Runner::take(std::size_t index, const Watch& watch, Frame& frame) const {
  const Step& step = steps_[index];
  try {
    execute(step, frame);
  } catch (...) {
    fail_as(step.node, frame.argument);
  }
  if (watch) {
    const auto first = frame.values.begin() + step.first;
    watch(step.node, {first, first + step.outputs});
  }
  if (frame.keeps_all) return;
  for (const SlotId dead : step.dead) frame.values[dead] = IValue();
}

std::vector<IValue> Runner::run(std::vector<IValue> inputs, const Watch& watch) const {
  Frame frame(*this);
  take_inputs(inputs, Tangents::kGiven, frame);
  for (std::size_t i = 0; i < steps_.size(); ++i) take(i, watch, frame);
  return results(frame, 0, result_count());
}

// The forward half is all steps that no tangent reaches, up to the last step that its results need. A trace
// has the forward half first, except results that AOTAutograd makes last, such as values to write into
// inputs. The limit keeps random draws in the half in which eager draws.
Runner::Halves Runner::halves(std::size_t count) const {
  NodeId last = 0;
  for (std::size_t i = 0; i < count; ++i)
    for_each_ref(graph_.nodes.back().results[i].value,
                 [&](const Ref& ref) { last = std::max(last, ref.node); });
  std::vector<bool> late(graph_.nodes.size());
  for (const NodeId input : inputs_) late[input] = graph_.nodes[input].role == Role::kTangent;
  Halves split;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const NodeId node = steps_[i].node;
    for (const Argument& argument : graph_.nodes[node].args)
      for_each_ref(argument.value, [&](const Ref& ref) { late[node] = late[node] || late[ref.node]; });
    (late[node] || node > last ? split.backward : split.forward).push_back(i);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Result& result = graph_.nodes.back().results[i];
    for_each_ref(result.value, [&](const Ref& ref) {
      if (late[ref.node])
        fail(static_cast<NodeId>(graph_.nodes.size() - 1), result.name,
             "a forward result that a tangent reaches");
    });
  }
  return split;
}

Runner::Half Runner::run_forward(std::vector<IValue> inputs, std::size_t count, const Watch& watch) const {
  auto frame = std::make_shared<Frame>(*this);
  frame->keeps_all = true;  // lifetimes follow the order of the whole graph
  take_inputs(inputs, Tangents::kLater, *frame);
  count = std::min(count, result_count());
  Halves split = halves(count);
  for (const std::size_t step : split.forward) take(step, watch, *frame);
  Half half;
  half.left = std::move(split.backward);
  half.results = results(*frame, 0, count);
  half.frame = std::move(frame);
  return half;
}

std::vector<IValue> Runner::run_backward(const Half& half, const std::vector<IValue>& tangents,
                                         const Watch& watch) const {
  Frame frame = *half.frame;  // a graph may run backward more than once
  std::size_t next = 0;
  for (const NodeId input : inputs_) {
    if (graph_.nodes[input].role != Role::kTangent) continue;
    if (next == tangents.size()) fail(input, Name(), "missing: expected Tensor, found no tangent");
    const IValue& tangent = tangents[next++];
    if (last_use_[first_slot_[input]] != kNever) frame.values[first_slot_[input]] = tangent;
  }
  for (const std::size_t step : half.left) take(step, watch, frame);
  return results(frame, half.results.size(), result_count());
}

}  // namespace assay::replay
