// Seeded defects: missing and extra nodes and results.
#include <array>

#include "harness/testing/defects/choose.h"
#include "harness/testing/defects/defect.h"

namespace assay::defects {

namespace {

bool gives_tensor(const Node& node) {
  return !node.outputs.empty() && std::holds_alternative<TensorMeta>(node.outputs[0].data);
}

std::optional<Ref> first_ref(Node& node) {
  std::vector<Ref*> refs = refs_of(node);
  return refs.empty() ? std::nullopt : std::optional(*refs[0]);
}

bool all_read_output_0(Graph& graph, NodeId id) {
  std::vector<Ref*> uses = uses_of(graph, id);
  for (const Ref* use : uses)
    if (use->path != OutputPath{0}) return false;
  return !uses.empty();
}

/// Losing such a node would leave uncalled graphs, which are invalid in a graph file.
bool calls_a_graph(Node& node) {
  bool calls = false;
  for_each_value(node, [&](const Value& value) { calls |= std::holds_alternative<SubGraph>(value.data); });
  return calls;
}

bool can_be_lost(Graph& graph, NodeId id) {
  Node& node = graph.nodes[id];
  return node.kind == NodeKind::kOp && first_ref(node) && !calls_a_graph(node) &&
         all_read_output_0(graph, id);
}

std::optional<Sites> lose_an_operator(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, can_be_lost);
  if (!place) return std::nullopt;
  Sites sites{specimen.site(*place)};
  lose_operator_at(specimen, *place);
  return sites;
}

std::optional<Sites> lose_an_unread(NodeKind kind, Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [kind](Graph& graph, NodeId id) {
    return graph.nodes[id].kind == kind && !calls_a_graph(graph.nodes[id]) && !is_read(graph, id);
  });
  if (!place) return std::nullopt;
  Sites sites{specimen.site(*place)};
  specimen.remove(*place);
  return sites;
}

std::optional<Sites> lose_an_unread_operator(Specimen& specimen, Random& random) {
  return lose_an_unread(NodeKind::kOp, specimen, random);
}

std::optional<Sites> lose_an_unread_input(Specimen& specimen, Random& random) {
  return lose_an_unread(NodeKind::kInput, specimen, random);
}

std::optional<Sites> lose_a_result(Specimen& specimen, Random& random) {
  auto place =
      choose(specimen, random, [](Graph& graph, NodeId id) { return graph.nodes[id].results.size(); });
  if (!place) return std::nullopt;
  std::vector<Result>& results = specimen.at(*place).results;
  results.erase(results.begin() + static_cast<std::ptrdiff_t>(place->option));
  return Sites{specimen.site(*place)};
}

/// `name(self=node)` with outputs like those of `like`.
Node reading(NodeId node, std::string_view name, const Output& like) {
  Node added;
  added.target = op_name_from_string(name);
  added.args.push_back({Name("self"), Ref{node, {0}}});
  added.outputs.push_back(like);
  return added;
}

/// Inserts the new node right after the node it reads.
Spot add_behind(Specimen& specimen, Spot spot, std::string_view name) {
  Spot behind{spot.graph, spot.node + 1};
  specimen.insert(behind, reading(spot.node, name, specimen.at(spot).outputs[0]));
  return behind;
}

std::optional<Choice> choose_read_tensor(Specimen& specimen, Random& random) {
  return choose(specimen, random, [](Graph& graph, NodeId id) {
    return gives_tensor(graph.nodes[id]) && all_read_output_0(graph, id);
  });
}

std::optional<Sites> put_an_operator_between(Specimen& specimen, Random& random) {
  auto place = choose_read_tensor(specimen, random);
  if (!place) return std::nullopt;
  Spot added = add_behind(specimen, *place, "aten.neg.default");
  for (Ref* use : uses_of(specimen.graph(place->graph), place->node)) use->node = added.node;
  refs_of(specimen.at(added))[0]->node = place->node;
  return Sites{specimen.site(added)};
}

std::optional<Sites> put_an_operator_on_one_edge(Specimen& specimen, Random& random) {
  auto place = choose_read_tensor(specimen, random);
  if (!place) return std::nullopt;
  std::size_t edge = random.below(uses_of(specimen.graph(place->graph), place->node).size());
  Spot added = add_behind(specimen, *place, "aten.abs.default");
  uses_of(specimen.graph(place->graph), place->node)[edge + 1]->node = added.node;
  return Sites{specimen.site(added)};
}

std::optional<Sites> add_an_unread_operator(Specimen& specimen, Random& random) {
  auto place =
      choose(specimen, random, [](Graph& graph, NodeId id) { return gives_tensor(graph.nodes[id]); });
  if (!place) return std::nullopt;
  return Sites{specimen.site(add_behind(specimen, *place, "aten.exp.default"))};
}

std::optional<Sites> add_an_input(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) {
    return graph.nodes[id].kind == NodeKind::kInput && gives_tensor(graph.nodes[id]);
  });
  if (!place) return std::nullopt;
  Node added = specimen.at(*place);
  added.role = Role::kParameter;
  added.name = Name("added.weight" + std::to_string(random.below(1'000'000)));
  added.also.clear();
  added.constant.reset();
  specimen.insert(*place, added);
  return Sites{specimen.site(*place)};
}

std::optional<Sites> add_a_result(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) {
    return id > 0 && graph.nodes[id].kind == NodeKind::kOutput && gives_tensor(graph.nodes[id - 1]);
  });
  if (!place) return std::nullopt;
  Name name("added" + std::to_string(random.below(1'000'000)));
  specimen.at(*place).results.push_back({ResultRole::kUser, name, Ref{place->node - 1, {0}}});
  return Sites{specimen.site(*place)};
}

constexpr auto kMissing = DefectKind::kMissing, kExtra = DefectKind::kExtra;
constexpr std::array kNodeSetDefects{
    Defect{kMissing, "lose_an_operator", "a pass removed an operator and wired its users to its first input",
           lose_an_operator},
    Defect{kMissing, "lose_an_unread_operator",
           "dead-code elimination dropped a write that nobody reads by value", lose_an_unread_operator},
    Defect{kMissing, "lose_an_unread_input", "a parameter that nothing reads left the signature",
           lose_an_unread_input},
    Defect{kMissing, "lose_a_result", "a gradient, a saved tensor or an output is no longer returned",
           lose_a_result},
    Defect{kExtra, "put_an_operator_between", "a cast or a copy was put behind an operator",
           put_an_operator_between},
    Defect{kExtra, "put_an_operator_on_one_edge", "one of several users reads through something new",
           put_an_operator_on_one_edge},
    Defect{kExtra, "add_an_unread_operator", "a decomposition left a part behind", add_an_unread_operator},
    Defect{kExtra, "add_an_input", "a tensor was lifted into the signature", add_an_input},
    Defect{kExtra, "add_a_result", "an intermediate tensor is returned as well", add_a_result},
};

}  // namespace

bool lose_operator_at(Specimen& specimen, Spot spot) {
  if (!can_be_lost(specimen.graph(spot.graph), spot.node)) return false;
  Ref instead = *first_ref(specimen.at(spot));
  for (Ref* use : uses_of(specimen.graph(spot.graph), spot.node)) *use = instead;
  specimen.remove(spot);
  return true;
}

std::span<const Defect> node_set_defects() { return kNodeSetDefects; }

}  // namespace assay::defects
