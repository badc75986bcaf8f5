// Values as Python expressions, a branch per alternative of Value.
#include "reports/fx_module/python_value.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/error/error.h"
#include "harness/graph/text.h"
#include "reports/fx_module/open_callables.h"
#include "reports/fx_module/python_literal.h"

namespace assay {
namespace {

constexpr std::size_t kMostDigits = 4000;  ///< longer integers are rejected by Python

std::string sizes(const std::vector<Dim>& dims) {
  std::vector<std::string> texts;
  for (const Dim& dim : dims)
    texts.push_back(dim.symbolic() ? python_string(dim.expr.view()) : std::to_string(dim.number));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

/// Whether a graph passed as this argument returns its single value without a tuple, by the operators'
/// conventions.
bool gives_one(const Node& node, const Argument& argument, int depth) {
  const std::string_view name = node.target.name.view();
  const bool condition = name.starts_with("higher_order.while_loop") && argument.name.view() == "0";
  return condition || name == "higher_order.flex_attention" || name == "higher_order.register_hook" ||
         depth > 0;
}

class Expression {
 public:
  Expression(const Graph& graph, NodeId id, const Argument& argument)
      : graph_(graph), id_(id), argument_(argument) {}

  std::string of(const Value& value) { return std::visit(*this, value.data); }
  std::string operator()(Null) const { return "None"; }
  std::string operator()(bool flag) const { return flag ? "True" : "False"; }
  std::string operator()(std::int64_t number) const { return std::to_string(number); }
  std::string operator()(double number) const { return python_float(number); }
  std::string operator()(const std::string& text) const { return python_string(text); }
  std::string operator()(Ellipsis) const { return "..."; }
  std::string operator()(const Complex& number) const {
    return fmt::format("complex({}, {})", python_float(number.re), python_float(number.im));
  }
  std::string operator()(const BigInt& number) const {
    if (number.digits.size() > kMostDigits) refuse("a number of too many digits");
    return number.digits;
  }
  std::string operator()(DType dtype) const { return fmt::format("torch.{}", to_string(dtype)); }
  std::string operator()(const DevicePlace& place) const {
    return fmt::format("make.device({})", python_string(to_string(place)));
  }
  std::string operator()(Layout layout) const {
    return layout == Layout::kMkldnn ? "torch._mkldnn" : fmt::format("torch.{}", to_string(layout));
  }
  std::string operator()(MemoryFormat format) const { return fmt::format("torch.{}", to_string(format)); }
  std::string operator()(const Ref& ref) const {
    if (graph_.nodes[ref.node].outputs.size() == 1 && ref.path == OutputPath{0})
      return fmt::format("n{}", ref.node);
    const bool inner =
        graph_.nodes[ref.node].outputs.size() == 1;  // parts of the only output, which is then a list
    return inner ? fmt::format("make.part(n{}, {})", ref.node,
                               fmt::join(ref.path.begin() + 1, ref.path.end(), ", "))
                 : fmt::format("make.part(n{}, {})", ref.node, fmt::join(ref.path, ", "));
  }
  std::string operator()(const List& list) { return "[" + all(list.items) + "]"; }
  std::string operator()(const Tuple& tuple) {
    return "(" + all(tuple.items) + (tuple.items.size() == 1 ? ",)" : ")");
  }
  std::string operator()(const Slice& slice) { return "slice(" + all(slice.parts) + ")"; }
  std::string operator()(const Dict& dict) {
    std::vector<std::string> items;
    for (const auto& [key, item] : dict.items) items.push_back(of(key) + ": " + of(item));
    return fmt::format("{{{}}}", fmt::join(items, ", "));
  }
  std::string operator()(const SubGraph& sub) const {
    return fmt::format("make.graph_of({}{})", python_string(sub.graph.view()),
                       gives_one(graph_.nodes[id_], argument_, depth_) ? ", one=True" : "");
  }
  std::string operator()(const PyName& name) const {
    if (!why_not_callable({TargetKind::kOperator, name.qualified}))
      return fmt::format("_operator({})", python_string(name.qualified.view()));
    if (const auto why = why_not_function(name.qualified)) refuse(name.qualified.str() + ": " + *why);
    return fmt::format("_function({})", python_string(name.qualified.view()));
  }
  std::string operator()(const Opaque& what) const {
    refuse("a value of which the file holds the type only: " + what.what.str());
  }
  std::string operator()(const SymExpr& symbol) const {
    for (NodeId id = 0; id < id_; ++id) {
      const Node& node = graph_.nodes[id];
      if (node.kind != NodeKind::kInput) continue;
      if (const auto* scalar = std::get_if<ScalarMeta>(&node.outputs[0].data);
          scalar && scalar->expr == symbol.text)
        return fmt::format("n{}", id);
      const auto* tensor = std::get_if<TensorMeta>(&node.outputs[0].data);
      for (std::size_t dim = 0; tensor != nullptr && dim < tensor->shape.size(); ++dim)
        if (tensor->shape[dim].expr == symbol.text)
          return fmt::format("make.op(\"aten.sym_size.int\", {{\"self\": n{}, \"dim\": {}}})", id, dim);
    }
    refuse(symbol.text.str() + " is no size of an input");
  }

 private:
  std::string all(const ValueList& items) {
    std::vector<std::string> texts;
    ++depth_;
    for (const Value& item : items) texts.push_back(of(item));
    --depth_;
    return fmt::format("{}", fmt::join(texts, ", "));
  }
  [[noreturn]] void refuse(const std::string& why) const {
    refuse_node(graph_, id_, "argument " + argument_.name.str() + ": " + why);
  }

  const Graph& graph_;
  NodeId id_;
  const Argument& argument_;
  int depth_ = 0;  ///< nesting depth of containers
};

/// Whether `value` consists of constants that Python can express.
bool can_be_written(const Value& value) {
  const auto all = [](const ValueList& items) { return std::ranges::all_of(items, can_be_written); };
  if (const auto* list = std::get_if<List>(&value.data)) return all(list->items);
  if (const auto* tuple = std::get_if<Tuple>(&value.data)) return all(tuple->items);
  if (const auto* dict = std::get_if<Dict>(&value.data))
    return std::ranges::all_of(dict->items, [](const auto& item) {
      return can_be_written(item.first) && can_be_written(item.second);
    });
  return !std::holds_alternative<Ref>(value.data) && !std::holds_alternative<Opaque>(value.data) &&
         !std::holds_alternative<PyName>(value.data) && !std::holds_alternative<SubGraph>(value.data) &&
         !std::holds_alternative<SymExpr>(value.data);
}

}  // namespace

void refuse_node(const Graph& graph, NodeId id, const std::string& why) {
  const Node& node = graph.nodes[id];
  const std::string name =
      node.kind == NodeKind::kOp ? to_string(node.target) : std::string(to_string(node.kind));
  throw InputError(
      {.what = "no form in torch.fx: " + why,
       .where = fmt::format("{}/%{} {}", graph.name.view(), id, name),
       .expected = "an operator, function, method or module of PyTorch's with values that the file holds"});
}

std::string python_value(const Graph& graph, NodeId id, const Argument& argument) {
  return Expression(graph, id, argument).of(argument.value);
}

std::string python_config(const Graph& graph, NodeId id) {
  Dict plain;
  for (const auto& item : graph.nodes[id].module->config.items)
    if (can_be_written(item.first) && can_be_written(item.second)) plain.items.push_back(item);
  return python_value(graph, id, {Name("module"), plain});
}

std::string python_output(const Output& output) {
  const auto* tensor = std::get_if<TensorMeta>(&output.data);
  if (tensor == nullptr) return python_string(print_output(output));
  return fmt::format("({}, {}, {}, {})", python_string(to_string(tensor->dtype)), sizes(tensor->shape),
                     tensor->stride ? sizes(*tensor->stride) : "None",
                     python_string(to_string(tensor->device)));
}

}  // namespace assay
