// Changes: liveness, names, and rewiring shared by several kinds.
#include "harness/testing/defects/changes.h"

#include <algorithm>
#include <array>

namespace assay::defects {
std::vector<bool> live_nodes(const Graph& graph) {
  std::vector<bool> live(graph.nodes.size());
  for (std::size_t at = graph.nodes.size(); at-- > 0;) {
    const Node& node = graph.nodes[at];
    if (!live[at] && node.kind != NodeKind::kOutput && !node.effects.any()) continue;
    live[at] = true;
    const auto reach = [&](const Ref& ref) { live[ref.node] = true; };
    for (const Argument& argument : node.args) for_each_ref(argument.value, reach);
    for (const Result& result : node.results) for_each_ref(result.value, reach);
  }
  return live;
}

namespace {

struct Call {
  std::string_view operator_name, method;
  std::array<std::string_view, 3> arguments;
  bool aliases;
};

const Call& call_of(Made made) {
  static constexpr std::array<Call, 7> kCalls{{
      {"aten.clone.default", "clone", {"self"}, false},
      {"aten.detach.default", "detach", {"self"}, true},
      {"aten.flip.default", "flip", {"self", "dims"}, false},
      {"aten.roll.default", "roll", {"self", "shifts", "dims"}, false},
      {"aten.transpose.int", "transpose", {"self", "dim0", "dim1"}, true},
      {"aten.zeros_like.default", "", {"self"}, false},
      {"aten._to_copy.default", "to", {"self", "dtype"}, false},
  }};
  return kCalls.at(static_cast<std::size_t>(made));
}

bool is_of_operators(const Graph& graph) {
  return std::ranges::none_of(graph.nodes, [](const Node& node) {
    return node.kind == NodeKind::kOp && node.target.kind != TargetKind::kOperator;
  });
}

}  // namespace

Original::Original(const GraphFile& file_in, const InputBytes& bytes_in) : file(file_in), bytes(bytes_in) {
  for (const Graph& graph : file.graphs) live.push_back(live_nodes(graph));
}

std::string_view stem_of(const Node& node) {
  std::string_view name = node.module ? node.module->class_name.view() : node.target.name.view();
  if (node.target.kind == TargetKind::kOperator) {
    name.remove_prefix(std::min(name.find('.') + 1, name.size()));
    return name.substr(0, name.rfind('.'));
  }
  return name.substr(name.rfind('.') + 1);
}

void set_stem(Node& node, std::string_view stem, std::string_view overload) {
  Name& name = node.module ? node.module->class_name : node.target.name;
  std::string text = name.str();
  const std::string_view now = stem_of(node);
  const auto at = static_cast<std::size_t>(now.data() - name.view().data());
  if (!overload.empty() && node.target.kind == TargetKind::kOperator)
    text = text.substr(0, at) + std::string(stem) + "." + std::string(overload);
  else
    text.replace(at, now.size(), stem);
  name = Name(text);
}

const TensorMeta* tensor_of(const Output& output) { return std::get_if<TensorMeta>(&output.data); }

const TensorMeta* tensor_of(const Graph& graph, const Ref& ref) {
  const Output* output = output_at(graph, ref);
  return output == nullptr ? nullptr : tensor_of(*output);
}

bool is_floating(DType dtype) {
  return dtype == DType::kFloat16 || dtype == DType::kBFloat16 || dtype == DType::kFloat32 ||
         dtype == DType::kFloat64;
}

bool has_symbols(const TensorMeta& tensor) {
  return std::ranges::any_of(tensor.shape, [](const Dim& dim) { return dim.symbolic(); });
}

const Ref* ref_of(const Value& value) { return std::get_if<Ref>(&value.data); }

const Value* argument(const Node& node, std::string_view name) {
  const auto found = std::ranges::find(node.args, name, [](const Argument& one) { return one.name.view(); });
  return found == node.args.end() ? nullptr : &found->value;
}
Value* argument(Node& node, std::string_view name) {
  return const_cast<Value*>(argument(static_cast<const Node&>(node), name));
}

Node make_call(const Graph& graph, Made made, Ref self, std::vector<Value> rest, TensorMeta result) {
  const Call& call = call_of(made);
  Node node;
  node.bound = is_of_operators(graph);
  if (node.bound)
    node.target = {TargetKind::kOperator, Name(call.operator_name)};
  else if (call.method.empty())
    node.target = {TargetKind::kFunction, Name("torch.zeros_like")};
  else
    node.target = {TargetKind::kMethod, Name(call.method)};
  rest.insert(rest.begin(), Value(std::move(self)));
  for (std::size_t place = 0; place < rest.size(); ++place) {
    const Name name(node.bound ? std::string(call.arguments.at(place)) : std::to_string(place));
    node.args.push_back({name, std::move(rest[place])});
  }
  if (call.aliases) node.alias.push_back({{0}, node.args[0].name});
  node.outputs.push_back({std::move(result)});
  return node;
}

void redirect(Graph& graph, const Ref& from, const Ref& to, NodeId first) {
  for (NodeId id = first; id < graph.nodes.size(); ++id)
    for (Ref* ref : refs_of(graph.nodes[id]))
      if (*ref == from) *ref = to;
}

void wrap(Specimen& specimen, Spot spot, std::size_t place, Node node) {
  node.meta = specimen.at(spot).meta;
  specimen.insert(spot, std::move(node));
  *refs_of(specimen.at({spot.graph, spot.node + 1})).at(place) = Ref{spot.node, {0}};
}

void wrap_output(Specimen& specimen, Spot spot, const Ref& from, Node node) {
  node.meta = specimen.at(spot).meta;
  const NodeId at = spot.node + 1;
  specimen.insert({spot.graph, at}, std::move(node));
  redirect(specimen.graph(spot.graph), from, Ref{at, {0}}, at + 1);
}

}  // namespace assay::defects
