// Runner, once: looks up operators and callables, binds constants, computes lifetimes.
#include <algorithm>
#include <unordered_set>

#include "capture/execute/operators.h"
#include "capture/execute/runner.h"
#include "capture/execute/shared_constants.h"
#include "capture/execute/symbols.h"
#include "capture/execute/widened.h"
#include "harness/graph/dead_views.h"

namespace assay::replay {

namespace {

bool mentions_symbol(const Value& value);

struct MentionsSymbol {
  bool operator()(const SymExpr&) const { return true; }
  bool operator()(const List& list) const { return any(list.items); }
  bool operator()(const Tuple& tuple) const { return any(tuple.items); }
  bool operator()(const Slice& slice) const { return any(slice.parts); }
  bool operator()(const Dict& dict) const {
    return std::ranges::any_of(dict.items, [](const auto& item) { return mentions_symbol(item.second); });
  }
  template <typename Other>
  bool operator()(const Other&) const {
    return false;
  }
  static bool any(const ValueList& items) { return std::ranges::any_of(items, mentions_symbol); }
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

// The operator that `torch.NAME` or a method calls by its first overload. Nothing for any other node, or for
// a call with `out`, which is a different overload.
std::optional<Node> as_operator(const Node& node) {
  const auto is_out = [](const Argument& argument) { return argument.name.view() == "out"; };
  if (std::ranges::any_of(node.args, is_out)) return std::nullopt;
  const std::string_view name = node.target.name.view();
  constexpr std::string_view kTorch = "torch.";
  const bool function = node.target.kind == TargetKind::kFunction && name.starts_with(kTorch);
  if (!node.bound || !(function || node.target.kind == TargetKind::kMethod)) return std::nullopt;
  const std::string own(function ? name.substr(kTorch.size()) : name);
  if (own.find('.') != std::string::npos) return std::nullopt;
  Node made = node;
  made.target = {TargetKind::kOperator, Name("aten." + own + ".default")};
  for (Argument& argument : made.args) {
    if (argument.name.view() == "input") argument.name = Name("self");
  }
  return made;
}

// Arguments of `lift_fresh`, which returns its argument: literals such as torch.tensor([1.0]). A program
// makes them anew in each run.
std::unordered_set<NodeId> lifted(const Graph& graph) {
  static const Name kLiftFresh("aten.lift_fresh.default");
  std::unordered_set<NodeId> found;
  for (const Node& node : graph.nodes) {
    const bool lifts = node.target.kind == TargetKind::kOperator && node.target.name == kLiftFresh;
    if (node.kind != NodeKind::kOp || !lifts || node.args.empty()) continue;
    if (const auto* ref = std::get_if<Ref>(&node.args[0].value.data)) found.insert(ref->node);
  }
  return found;
}

}  // namespace

const Runner& Program::sub_graph(Name name) {
  const auto [found, is_new] = sub_graphs.try_emplace(name);
  if (!is_new && !found->second) throw Misfit("the sub-graph " + name.str() + " calls itself");
  if (found->second) return *found->second;
  for (const Graph& graph : file.graphs) {
    if (graph.name != name) continue;
    auto made = std::make_unique<Runner>(*this, graph);
    return *(sub_graphs[name] = std::move(made));
  }
  throw Misfit("the file has no sub-graph " + name.str());
}

Runner::Runner(Program& program, const Graph& graph) : program_(program), graph_(graph) {
  for (const Node& node : graph_.nodes) {
    first_slot_.push_back(static_cast<SlotId>(slots_));
    slots_ += node.outputs.size();
  }
  plan_inputs();
  for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
    if (graph_.nodes[id].kind != NodeKind::kOp) continue;
    steps_.push_back(plan_step(graph_.nodes[id], id));
    widest_ = std::max(widest_, steps_.back().operands.size());
  }
  plan_lifetimes();
  plan_symbols();
}

void Runner::plan_inputs() {
  const std::unordered_set<NodeId> fresh = lifted(graph_);
  for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
    const Node& node = graph_.nodes[id];
    if (node.kind != NodeKind::kInput) continue;
    inputs_.push_back(id);
    constants_.emplace_back();
    fresh_.push_back(fresh.contains(id));
    if (node.role != Role::kConstant) continue;
    try {
      const auto* meta = std::get_if<TensorMeta>(&node.outputs.at(0).data);
      if (!node.constant && meta != nullptr && !is_used(graph_, id))
        constants_.back() = zeros_of(*meta, program_.devices());
      if (!node.constant) continue;
      constants_.back() = constant_of(node, program_.world.folder, program_.devices());
      if (program_.substitution.wide && constants_.back().isTensor())
        constants_.back() = widened(constants_.back().toTensor());
    } catch (...) {
      fail_as(id, Name());
    }
  }
  try {
    put_together(graph_, inputs_, constants_);
  } catch (...) {
    fail_as(inputs_.front(), Name());
  }
}

// The node as an operator call, if the table replaces that operator.
const Node* Runner::replaced(const Node& node) {
  std::optional<Node> call = program_.substitution.kernel_for ? as_operator(node) : std::nullopt;
  if (!call) return nullptr;
  try {
    if (!program_.substitution.kernel_for(*call)) return nullptr;
  } catch (const Misfit&) {  // Python may have it although the operator is missing
    return nullptr;
  }
  return &replaced_.emplace_back(*std::move(call));
}

Step Runner::plan_step(const Node& node, NodeId id) {
  Step step;
  step.node = id;
  step.first = first_slot_[id];
  step.outputs = static_cast<std::uint32_t>(node.outputs.size());
  const bool higher_order = node.target.name.view().starts_with("higher_order.");
  if (node.target.kind == TargetKind::kOperator && !higher_order) {
    plan_operator(node, id, step);
    return step;
  }
  if (const Node* call = replaced(node); call != nullptr) {
    plan_operator(*call, id, step);
    return step;
  }
  try {
    step.python = std::make_unique<PythonCall>(node, program_.world.model, program_.devices());
    for (const Argument& argument : node.args) plan_sub_graphs(argument.value);
  } catch (...) {
    fail_as(id, Name());
  }
  return step;
}

void Runner::plan_operator(const Node& node, NodeId id, Step& step) {
  try {
    step.op = find_operator(node.target.name, program_.world.model);
    step.reshapes = step.op->operator_name().name == "aten::_reshape_alias";
    step.is_prim = step.op->operator_name().name.starts_with("prims::");
  } catch (...) {
    fail_as(id, Name());
  }
  const c10::FunctionSchema& schema = step.op->schema();
  step.operands = operands(node, id, schema);
  step.gives_list =
      schema.returns().size() == 1 && schema.returns()[0].type()->kind() == c10::TypeKind::ListType;
  if (!program_.substitution.kernel_for) return;
  try {
    step.kernel = program_.substitution.kernel_for(node);
  } catch (...) {
    fail_as(id, Name());
  }
}

std::vector<Operand> Runner::operands(const Node& node, NodeId id, const c10::FunctionSchema& schema) {
  std::vector<Operand> made;
  std::size_t known = 0;
  for (const c10::Argument& parameter : schema.arguments()) {
    const auto named = [&](const Argument& argument) { return argument.name.view() == parameter.name(); };
    const auto found = std::ranges::find_if(node.args, named);
    if (found != node.args.end()) ++known;
    try {
      made.push_back(operand(parameter, found == node.args.end() ? nullptr : &*found));
    } catch (...) {
      fail_as(id, Name(parameter.name()));
    }
  }
  if (known == node.args.size()) return made;
  for (const Argument& argument : node.args) {
    const bool exists =
        std::ranges::any_of(made, [&](const Operand& operand) { return operand.name == argument.name; });
    // The program did not pass a default that this version's schema lacks.
    if (!exists && !argument.defaulted) fail(id, argument.name, "the operator has no such argument");
  }
  return made;
}

Operand Runner::operand(const c10::Argument& parameter, const Argument* argument) const {
  Operand made;
  made.name = Name(parameter.name());
  made.type = parameter.real_type().get();
  made.fixed_size = parameter.N();
  made.written = parameter.alias_info() != nullptr && parameter.alias_info()->isWrite();
  made.tensor =
      made.type->kind() == c10::TypeKind::TensorType ||
      (made.type->kind() == c10::TypeKind::OptionalType &&
       made.type->castRaw<c10::OptionalType>()->getElementType()->kind() == c10::TypeKind::TensorType);
  if (argument == nullptr) {
    if (!parameter.default_value()) throw Misfit("missing, and the operator has no default for it");
    made.constant = *parameter.default_value();
  } else if (is_constant(argument->value)) {
    made.constant = to_ivalue(argument->value, *made.type, made.fixed_size, program_.devices(), nullptr);
  } else {
    const auto* ref = std::get_if<Ref>(&argument->value.data);
    const bool plain = ref != nullptr && ref->path.size() == 1;
    made.kind = plain ? Operand::Kind::kReference : Operand::Kind::kBuilt;
    if (plain) made.slot = slot(*ref);
    made.value = &argument->value;
  }
  return made;
}

void Runner::plan_sub_graphs(const Value& value) {
  for_each_sub_graph(value, [this](const SubGraph& sub) { program_.sub_graph(sub.graph); });
}

// A value lives until its last use. An unused value is dropped after its own step.
void Runner::plan_lifetimes() {
  last_use_.assign(slots_, kNever);
  const auto note = [this](const Value& value, std::uint32_t step) {
    for_each_ref(value, [&](const Ref& ref) { last_use_[slot(ref)] = step; });
  };
  const auto end = static_cast<std::uint32_t>(steps_.size());
  for (std::uint32_t i = 0; i < end; ++i) {
    const Node& node = graph_.nodes[steps_[i].node];
    for (SlotId at = steps_[i].first; at < steps_[i].first + steps_[i].outputs; ++at) last_use_[at] = i;
    for (const Argument& argument : node.args) note(argument.value, i);
  }
  for (const Node& node : graph_.nodes) {
    for (const Result& result : node.results) note(result.value, end);
  }
  for (std::uint32_t i = 0; i < end; ++i) plan_moves(i);
}

// A value at its last use is moved into the operator if it is a plain argument. Otherwise, and for written
// arguments, it is dropped after the step. In PyTorch 2.11 a boxed call drops its arguments before it keeps
// several results that refer to them.
void Runner::plan_moves(std::uint32_t index) {
  Step& step = steps_[index];
  std::unordered_set<SlotId> seen;
  const auto drop = [&](const Value& value) {
    for_each_ref(value, [&](const Ref& ref) {
      if (seen.insert(slot(ref)).second && last_use_[slot(ref)] == index) step.dead.push_back(slot(ref));
    });
  };
  for (auto operand = step.operands.rbegin(); operand != step.operands.rend(); ++operand) {
    if (operand->kind == Operand::Kind::kReference && !operand->written)
      operand->moves = seen.insert(operand->slot).second && last_use_[operand->slot] == index;
    else if (operand->kind != Operand::Kind::kConstant)
      drop(*operand->value);
  }
  if (step.python) {
    for (const Argument& argument : graph_.nodes[step.node].args) drop(argument.value);
  }
  for (SlotId at = step.first; at < step.first + step.outputs; ++at) {
    if (last_use_[at] == index) step.dead.push_back(at);
  }
}

// Symbols are bound only if an argument needs them: from the inputs, and from the first step whose outputs
// show a symbol that no input has.
void Runner::plan_symbols() {
  for (const Node& node : graph_.nodes) {
    for (const Argument& argument : node.args) symbolic_ |= mentions_symbol(argument.value);
    for (const Result& result : node.results) symbolic_ |= mentions_symbol(result.value);
  }
  if (!symbolic_) return;
  std::unordered_set<Name> known;
  for (const NodeId input : inputs_) add_symbols(graph_.nodes[input].outputs, known);
  for (Step& step : steps_) {
    const std::size_t before = known.size();
    add_symbols(graph_.nodes[step.node].outputs, known);
    step.binds_symbols = known.size() > before;
  }
}

}  // namespace assay::replay
