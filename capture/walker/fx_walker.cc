// FxWalker: a single pass over list(graph.nodes), with a function per FX opcode.
#include "capture/walker/fx_walker.h"

#include <algorithm>
#include <unordered_set>

#include "capture/imported.h"
#include "capture/torch_private.h"
#include "capture/walker/origin.h"
#include "capture/walker/python_name.h"
#include "harness/error/error.h"

namespace assay {

namespace py = pybind11;

namespace {

py::object attribute_at(py::handle root, const std::string& path) {
  py::object at = py::reinterpret_borrow<py::object>(root);
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t dot = std::min(path.find('.', begin), path.size());
    at = at.attr(path.substr(begin, dot - begin).c_str());
    begin = dot + 1;
  }
  return at;
}

std::string text_of_name(const py::object& input) { return to_string(value_name_of(input.attr("name"))); }

void name_as(Result& result, py::handle named) {
  result.role = result_role_of(named.attr("role"));
  result.name = Name(to_string(value_name_of(named.attr("name"))));
}

std::vector<Name> other_names(const py::object& input) {
  std::vector<Name> also;
  for (const py::handle other : input.attr("also")) also.emplace_back(to_string(value_name_of(other)));
  return also;
}

bool is_getitem(py::handle target) {
  static const py::handle getitem = imported("operator", "getitem");
  return target.is(getitem);
}

bool is_getattr(py::handle target) {
  static const py::handle getattr = imported("builtins", "getattr");
  return target.is(getattr);
}

// The index of the field `field` in a named tuple: `values` in the result of topk.
std::optional<std::uint32_t> index_of_field(const py::object& value, const py::object& field) {
  if (!PyTuple_Check(value.ptr()) || !py::hasattr(value, "__match_args__")) return {};
  std::uint32_t index = 0;
  for (const py::handle name : value.attr("__match_args__")) {
    if (field.equal(name)) return index;
    ++index;
  }
  return {};
}

// Python also numbers slots from the end: outputs[-1].
std::optional<std::uint32_t> index_in(const Value& index, std::size_t size) {
  const auto* number = std::get_if<std::int64_t>(&index.data);
  if (number == nullptr) return {};
  const std::int64_t at = *number < 0 ? *number + static_cast<std::int64_t>(size) : *number;
  if (at < 0 || at >= static_cast<std::int64_t>(size)) return {};
  return static_cast<std::uint32_t>(at);
}

// A node with several values, returned whole, becomes a result per part.
void add_leaves(Value value, std::vector<Value>& leaves) {
  if (auto* parts = std::get_if<List>(&value.data)) {
    for (Value& part : parts->items) add_leaves(std::move(part), leaves);
  } else {
    leaves.push_back(std::move(value));
  }
}

bool mentions(const Value& value, Name graph) {
  if (const auto* sub = std::get_if<SubGraph>(&value.data)) return sub->graph == graph;
  const auto any = [&](const ValueList& items) {
    return std::ranges::any_of(items, [&](const Value& v) { return mentions(v, graph); });
  };
  if (const auto* list = std::get_if<List>(&value.data)) return any(list->items);
  if (const auto* tuple = std::get_if<Tuple>(&value.data)) return any(tuple->items);
  return false;
}

}  // namespace

FxWalker::FxWalker(FxSource source)
    : source_(std::move(source)),
      builder_(source_.name, [this](py::handle node) { return reference(node); }, {}) {}

std::vector<Graph> FxWalker::walk() {
  const py::list nodes(
      source_.module.attr("graph").attr("nodes"));  // iterating the live list from C++ never ends on 2.15.0
  read_states(nodes);
  for (const py::handle node : nodes) visit(node);
  if (!source_.is_sub_graph && next_placeholder_ != source_.inputs.size()) {
    throw HarnessError({.what = "a capture path named more inputs than its graph has placeholders",
                        .where = source_.name,
                        .expected = std::to_string(source_.inputs.size()),
                        .found = std::to_string(next_placeholder_)});
  }
  Graph& graph = builder_.graph();
  for (const py::object& guard : source_.guards) graph.guards.push_back(builder_.symbols().text(guard));
  graph.symbols = builder_.symbols().symbols(source_.shape_env);
  std::vector<Graph> all;
  all.push_back(std::move(graph));
  for (const Pending& pending : sub_graphs_) {
    FxWalker inner({.name = pending.name, .module = pending.module, .is_sub_graph = true});
    const std::size_t first = all.size();
    for (Graph& part : inner.walk()) all.push_back(std::move(part));
    all[first].of = pending.used_by;
    builder_.large_constants().merge(inner.large_constants());
  }
  return all;
}

// States come first, in the program's order. If a graph reads them by attribute, their first use would change
// the order.
void FxWalker::read_states(const py::list& nodes) {
  std::unordered_set<std::string> read;
  for (const py::handle node : nodes) {
    const auto op = node.attr("op").cast<std::string>();
    if (op == "get_attr") {
      const auto target = node.attr("target").cast<std::string>();
      const auto held = source_.held.find(target);
      read.insert(held == source_.held.end() ? target : text_of_name(held->second));
    }
    const py::object reads = op == "call_module" ? fx_meta(node, "assay_reads") : py::none();
    if (!reads.is_none()) {
      for (const py::handle name : reads) read.insert(name.cast<std::string>());
    }
  }
  for (const py::object& state : source_.states) {
    std::vector<std::string> names{state.attr("name").cast<std::string>()};
    std::vector<Name> also;
    for (const py::handle other : state.attr("also")) {
      names.push_back(other.cast<std::string>());
      also.emplace_back(names.back());
    }
    const Role role = role_of(state.attr("role"));
    if (std::ranges::none_of(names, [&](const std::string& name) { return read.contains(name); })) {
      builder_.know_state(role, Name(names[0]), state.attr("value"));
      continue;
    }
    const NodeId id = builder_.add_input(role, Name(names[0]), also, state.attr("value"));
    for (const std::string& name : names) states_[name] = id;
  }
}

void FxWalker::visit(py::handle node) {
  const auto op = node.attr("op").cast<std::string>();
  if (op == "placeholder") return placeholder(node);
  if (op == "get_attr") return get_attr(node);
  if (op == "output") return output(node);
  call(node, op);
}

void FxWalker::placeholder(py::handle node) {
  const std::size_t position = next_placeholder_++;
  const py::object value = fx_meta(node, "val");
  NodeId id = 0;
  if (source_.is_sub_graph) {
    id = builder_.add_input(Role::kUser, Name(std::to_string(position)), {}, value);
  } else {
    if (position >= source_.inputs.size()) {
      throw HarnessError({.what = "a capture path named fewer inputs than its graph has placeholders",
                          .where = source_.name,
                          .expected = std::to_string(source_.inputs.size()) + " placeholders",
                          .found = node.attr("name").cast<std::string>() + " beyond them"});
    }
    const py::object& input = source_.inputs[position];
    const Role role = role_of(input.attr("role"));
    const Name name(text_of_name(input));
    const py::object given = input.attr("value");
    id = role == Role::kConstant && TensorReader::is_tensor(given)
             ? builder_.add_constant(name, given)
             : builder_.add_input(role, name, other_names(input), value.is_none() ? given : value);
    inputs_.emplace(std::pair(role, name.str()), id);
  }
  of_node_[node.ptr()] = Ref{id, {0}};
}

// A tensor of the program or of an earlier graph that Dynamo attached to the graph module.
NodeId FxWalker::held_input(const py::object& input) {
  const Role role = role_of(input.attr("role"));
  const Name name(text_of_name(input));
  if (const auto state = states_.find(name.str()); state != states_.end() && role != Role::kSaved)
    return state->second;
  const auto [known, is_new] = inputs_.emplace(std::pair(role, name.str()), NodeId{0});
  if (is_new) known->second = builder_.add_input(role, name, other_names(input), input.attr("value"));
  return known->second;
}

void FxWalker::get_attr(py::handle node) {
  static const py::handle graph_module = imported("torch.fx", "GraphModule");
  const auto target = node.attr("target").cast<std::string>();
  if (const auto held = source_.held.find(target); held != source_.held.end()) {
    of_node_[node.ptr()] = Ref{held_input(held->second), {0}};
    return;
  }
  if (const auto state = states_.find(target); state != states_.end()) {
    of_node_[node.ptr()] = Ref{state->second, {0}};
    return;
  }
  const py::object value = attribute_at(source_.module, target);
  if (const Value held = builder_.values().read(value); std::holds_alternative<Ref>(held.data)) {
    of_node_[node.ptr()] = held;  // a generator: already an input
  } else if (py::isinstance(value, graph_module)) {
    const std::string name = source_.name + "/" + target;
    sub_graphs_.push_back({name, value, {}});
    of_node_[node.ptr()] = SubGraph{Name(name)};
  } else if (TensorReader::is_tensor(value)) {
    states_[target] = builder_.add_constant(Name(target), value);  // a second read gives the same tensor
    of_node_[node.ptr()] = Ref{states_[target], {0}};
  } else {
    of_node_[node.ptr()] = Ref{builder_.add_input(Role::kOpaque, Name(target), {}, value), {0}};
  }
}

namespace {

// A multi-output value as a whole is the list of its parts.
Value all_parts(const Ref& base, const std::vector<Output>& outputs) {
  List list;
  for (std::uint32_t i = 0; i < outputs.size(); ++i) {
    Ref part = base;
    part.path.push_back(i);
    const auto* nested = std::get_if<std::vector<Output>>(&outputs[i].data);
    list.items.push_back(nested == nullptr ? Value(part) : all_parts(part, *nested));
  }
  return list;
}

}  // namespace

Value FxWalker::reference(py::handle node) {
  const auto found = of_node_.find(node.ptr());
  if (found == of_node_.end()) {
    throw HarnessError({.what = "an FX node is used before it is defined",
                        .where = builder_.graph().name.str(),
                        .found = node.attr("name").cast<std::string>()});
  }
  return found->second;
}

// `getitem(op, i)`, and `op.name` on a named tuple, name an output of `op`. On a tensor they are separate
// operations.
bool FxWalker::fold_part(py::handle node) {
  const py::tuple args = node.attr("args");
  const bool by_name = is_getattr(node.attr("target"));
  if ((!by_name && !is_getitem(node.attr("target"))) || args.size() != 2) return false;
  const auto found = of_node_.find(py::object(args[0]).ptr());
  if (found == of_node_.end()) return false;
  const auto* parts = std::get_if<List>(&found->second.data);
  if (parts == nullptr) return false;
  const auto index = by_name ? index_of_field(fx_meta(args[0], "val"), args[1])
                             : index_in(builder_.values().read(args[1]), parts->items.size());
  if (!index || *index >= parts->items.size()) return false;
  of_node_[node.ptr()] = Value(parts->items[*index]);
  return true;
}

void FxWalker::call(py::handle node, const std::string& op) {
  if (fold_part(node)) return;
  const OperatorSchema* schema = op == "call_function" ? OperatorSchema::of(node.attr("target")) : nullptr;
  const py::object value = fx_meta(node, "val");
  const NodeId id = schema != nullptr
                        ? builder_.add_operator(*schema, node.attr("args"), node.attr("kwargs"), value)
                        : builder_.add(python_call(node, op));
  Node& made = builder_.graph().nodes[id];
  made.meta = origin_of(node);
  for (Pending& pending : sub_graphs_) {
    const auto uses = [&](const Argument& argument) { return mentions(argument.value, Name(pending.name)); };
    if (!pending.used_by && std::ranges::any_of(made.args, uses)) pending.used_by = id;
  }
  // A top-level tuple or list becomes several outputs, and the node's value is the list of all.
  if (!py::isinstance<py::tuple>(value) && !py::isinstance<py::list>(value)) {
    of_node_[node.ptr()] = Ref{id, {0}};
    return;
  }
  const Value whole = all_parts(Ref{id, {}}, made.outputs);
  of_node_[node.ptr()] = whole;
}

void FxWalker::output(py::handle node) {
  static const py::handle leaves_of = torch_private::found(torch_private::kTreeLeaves);
  std::vector<Value> leaves;
  for (const py::handle leaf : py::list(leaves_of(py::tuple(node.attr("args"))[0])))
    add_leaves(builder_.values().read(leaf), leaves);
  if (!source_.is_sub_graph && leaves.size() != source_.results.size()) {
    throw HarnessError({.what = "a capture path named another number of results than its graph returns",
                        .where = source_.name,
                        .expected = std::to_string(source_.results.size()),
                        .found = std::to_string(leaves.size())});
  }
  Node result;
  result.kind = NodeKind::kOutput;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    Result one{ResultRole::kUser, Name(std::to_string(i)), std::move(leaves[i])};
    if (!source_.is_sub_graph) name_as(one, source_.results[i]);
    result.results.push_back(std::move(one));
  }
  for (std::size_t i = 0; i < source_.results.size(); ++i) {
    for (const py::handle also : source_.results[i].attr("also")) {
      result.results.push_back(result.results[i]);
      name_as(result.results.back(), also);
    }
  }
  builder_.add(std::move(result));
}

}  // namespace assay
