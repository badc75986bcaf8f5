// Symbols: plain symbols first, then symbols that occur in linear expressions only.
#include "capture/execute/symbols.h"

#include <ATen/ATen.h>

#include "capture/walker/tensor_reader.h"
#include "harness/error/error.h"

namespace assay::replay {

namespace {

// A size, stride or number: its expression in the capture and its value in this run.
struct Seen {
  Name expression;
  std::int64_t value;
};

void add_dims(const std::vector<Dim>& dims, c10::IntArrayRef values, std::vector<Seen>& seen) {
  if (dims.size() != values.size()) return;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i].symbolic()) seen.push_back({dims[i].expr, values[i]});
  }
}

void add_seen(const Output& output, const c10::IValue& value, std::vector<Seen>& seen) {
  const auto* meta = std::get_if<TensorMeta>(&output.data);
  if (meta != nullptr && value.isTensor() && value.toTensor().defined()) {
    const at::Tensor& tensor = value.toTensor();
    if (tensor.unsafeGetTensorImpl()->has_symbolic_sizes_strides()) return;  // no numbers
    add_dims(meta->shape, tensor.sizes(), seen);
    if (meta->stride && tensor.layout() == at::kStrided) add_dims(*meta->stride, tensor.strides(), seen);
  }
  const auto* scalar = std::get_if<ScalarMeta>(&output.data);
  if (scalar != nullptr && scalar->type == ScalarType::kInt && !scalar->expr.empty() && value.isInt())
    seen.push_back({scalar->expr, value.toInt()});
}

// The value of `unknown` for which `expr` equals `wanted`: computed from the values at 0 and 1, then checked.
std::optional<std::int64_t> solve_linear(const sym::Expr& expr, Name unknown, std::int64_t wanted,
                                         const sym::Bindings& bindings) {
  const auto at = [&](std::int64_t candidate) {
    sym::Bindings tried = bindings;
    tried[unknown] = candidate;
    const sym::Worth worth = sym::evaluate(expr, tried);
    const auto* integer = std::get_if<std::int64_t>(&worth);
    if (integer == nullptr) throw InputError({.what = "not linear"});
    return *integer;
  };
  try {
    const std::int64_t zero = at(0);
    std::int64_t slope = 0, distance = 0;
    if (__builtin_sub_overflow(at(1), zero, &slope) || __builtin_sub_overflow(wanted, zero, &distance))
      return {};
    if (slope == 0 || slope == -1) {
      if (slope == 0 || distance == INT64_MIN) return {};
      return at(-distance) == wanted ? std::optional(-distance) : std::nullopt;
    }
    if (distance % slope != 0) return {};
    return at(distance / slope) == wanted ? std::optional(distance / slope) : std::nullopt;
  } catch (const InputError&) {  // no value at 0 or 1
    return {};
  }
}

// Plain symbols bind first, in any order of inputs; then expressions with one unknown symbol.
void solve(const std::vector<Seen>& seen, sym::Bindings& bindings) {
  for (const Seen& one : seen) {
    const sym::Expr expr = sym::parse(one.expression.view());
    const std::vector<Name> symbols = sym::symbols_of(expr);
    if (symbols.size() == 1 && sym::print(expr) == symbols[0].str()) bindings.emplace(symbols[0], one.value);
  }
  for (const Seen& one : seen) {
    const sym::Expr expr = sym::parse(one.expression.view());
    std::optional<Name> unknown;
    int unknowns = 0;
    for (const Name symbol : sym::symbols_of(expr)) {
      if (!bindings.contains(symbol)) unknown = symbol, ++unknowns;
    }
    if (unknowns != 1) continue;
    if (const auto solution = solve_linear(expr, *unknown, one.value, bindings))
      bindings.emplace(*unknown, *solution);
  }
}

std::string place_of(const Node& input) {
  return "input " + (input.role == Role::kUser ? "" : std::string(to_string(input.role)) + " ") +
         input.name.str();
}

std::optional<std::int64_t> worth_of(Name expression, const sym::Bindings& bindings) {
  try {
    const sym::Worth worth = sym::evaluate(sym::parse(expression.view()), bindings);
    if (const auto* integer = std::get_if<std::int64_t>(&worth)) return *integer;
  } catch (const InputError&) {  // a symbol that no input binds
  }
  return {};
}

std::optional<std::string> broken_tensor(const std::string& place, const TensorMeta& meta,
                                         const at::Tensor& tensor, const sym::Bindings& bindings) {
  const DType found = assay::dtype_of(tensor.scalar_type());
  if (found != meta.dtype) {
    return place + ": is " + std::string(to_string(found)) + ", the capture has " +
           std::string(to_string(meta.dtype));
  }
  if (static_cast<std::size_t>(tensor.dim()) != meta.shape.size()) {
    return place + ": has " + std::to_string(tensor.dim()) + " dimensions, the capture has " +
           std::to_string(meta.shape.size());
  }
  for (std::size_t i = 0; i < meta.shape.size(); ++i) {
    const Dim& dim = meta.shape[i];
    const std::int64_t size = tensor.size(static_cast<std::int64_t>(i));
    const std::optional<std::int64_t> expected =
        dim.symbolic() ? worth_of(dim.expr, bindings) : std::optional(dim.number);
    if (!expected || *expected == size) continue;
    return place + ": size " + std::to_string(i) + " is " + std::to_string(size) + ", the capture has " +
           (dim.symbolic() ? dim.expr.str() + " = " : "") + std::to_string(*expected);
  }
  return {};
}

std::optional<std::string> broken_number(const std::string& place, const ScalarMeta& meta,
                                         const c10::IValue& value, const sym::Bindings& bindings) {
  if (meta.type != ScalarType::kInt || meta.expr.empty() || !value.isInt()) return {};
  const std::optional<std::int64_t> expected = worth_of(meta.expr, bindings);
  if (!expected || *expected == value.toInt()) return {};
  return place + ": is " + std::to_string(value.toInt()) + ", the capture has " + std::to_string(*expected);
}

std::optional<std::string> broken_input(const Node& input, const c10::IValue& value,
                                        const sym::Bindings& bindings) {
  if (input.role != Role::kUser || input.outputs.size() != 1) return {};
  const std::string place = place_of(input);
  const Output& output = input.outputs[0];
  if (const auto* meta = std::get_if<TensorMeta>(&output.data)) {
    if (!value.isTensor() || !value.toTensor().defined())
      return place + ": is no tensor, the capture has one";
    return broken_tensor(place, *meta, value.toTensor(), bindings);
  }
  if (const auto* meta = std::get_if<ScalarMeta>(&output.data))
    return broken_number(place, *meta, value, bindings);
  return {};
}

std::optional<std::string> broken_state(const Node& input, const c10::IValue& value) {
  const bool is_state =
      input.role == Role::kParameter || input.role == Role::kBuffer || input.role == Role::kConstant;
  if (!is_state || input.outputs.size() != 1 || !value.isTensor() || !value.toTensor().defined()) return {};
  const auto* meta = std::get_if<TensorMeta>(&input.outputs[0].data);
  return meta == nullptr ? std::nullopt : broken_tensor(place_of(input), *meta, value.toTensor(), {});
}

// The first complaint of `broken_of` about an input and its value.
template <typename BrokenOf>
std::optional<std::string> first_broken(const Graph& graph, const std::vector<c10::IValue>& inputs,
                                        const BrokenOf& broken_of) {
  std::size_t position = 0;
  for (const Node& node : graph.nodes) {
    if (node.kind != NodeKind::kInput) continue;
    if (position == inputs.size()) break;
    if (auto broken = broken_of(node, inputs[position++])) return broken;
  }
  return {};
}

std::optional<std::string> broken_range(const Symbol& symbol, const sym::Bindings& bindings) {
  const std::optional<std::int64_t> value = worth_of(symbol.name, bindings);
  if (!value) return {};
  const std::string is = ": " + symbol.name.str() + " is " + std::to_string(*value);
  if (symbol.lower && *value < *symbol.lower)
    return "guard " + std::to_string(*symbol.lower) + " <= " + symbol.name.str() + is;
  if (symbol.upper && *value > *symbol.upper)
    return "guard " + symbol.name.str() + " <= " + std::to_string(*symbol.upper) + is;
  return {};
}

std::optional<std::string> broken_guard(Name guard, const sym::Bindings& bindings) {
  const sym::Expr relation = sym::parse(guard.view());
  std::string values;
  for (const Name symbol : sym::symbols_of(relation)) {
    const std::optional<std::int64_t> value = worth_of(symbol, bindings);
    if (!value) continue;
    values += (values.empty() ? ": " : ", ") + symbol.str() + " is " + std::to_string(*value);
  }
  try {
    if (sym::holds(relation, bindings)) return {};
  } catch (const InputError&) {  // a data-dependent symbol, or no value: not shown to be broken
    return {};
  }
  return "guard " + guard.str() + values;
}

}  // namespace

sym::Bindings bind_symbols(const Graph& graph, const std::vector<c10::IValue>& inputs) {
  std::vector<Seen> seen;
  std::size_t position = 0;
  for (const Node& node : graph.nodes) {
    if (node.kind != NodeKind::kInput) continue;
    if (position == inputs.size()) break;
    if (node.outputs.size() == 1) add_seen(node.outputs[0], inputs[position], seen);
    ++position;
  }
  sym::Bindings bindings;
  solve(seen, bindings);
  return bindings;
}

void bind_output(const Output& output, const c10::IValue& value, sym::Bindings& bindings) {
  std::vector<Seen> seen;
  add_seen(output, value, seen);
  solve(seen, bindings);
}

std::optional<std::string> first_guard_broken(const Graph& graph, const std::vector<c10::IValue>& inputs) {
  const sym::Bindings bindings = bind_symbols(graph, inputs);
  const auto broken_of = [&](const Node& node, const c10::IValue& value) {
    return broken_input(node, value, bindings);
  };
  if (auto broken = first_broken(graph, inputs, broken_of)) return broken;
  for (const Symbol& symbol : graph.symbols) {
    if (auto broken = broken_range(symbol, bindings)) return broken;
  }
  for (const Name guard : graph.guards) {
    if (auto broken = broken_guard(guard, bindings)) return broken;
  }
  return {};
}

std::optional<std::string> first_state_changed(const Graph& graph, const std::vector<c10::IValue>& inputs) {
  return first_broken(graph, inputs, broken_state);
}

c10::IValue to_ivalue(const sym::Worth& worth) {
  return std::visit([](const auto value) { return c10::IValue(value); }, worth);
}

}  // namespace assay::replay
