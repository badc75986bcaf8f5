// Seeded defects: correct nodes, wrong edges.
#include <array>

#include "harness/testing/defects/choose.h"
#include "harness/testing/defects/defect.h"

namespace assay::defects {

namespace {

const Output* output_of(const Graph& graph, const Ref& ref) {
  const std::vector<Output>& outputs = graph.nodes[ref.node].outputs;
  if (ref.path[0] >= outputs.size()) return nullptr;
  const Output* output = &outputs[ref.path[0]];
  for (std::size_t level = 1; level < ref.path.size(); ++level) {
    const auto* nested = std::get_if<std::vector<Output>>(&output->data);
    if (nested == nullptr || ref.path[level] >= nested->size()) return nullptr;
    output = &(*nested)[ref.path[level]];
  }
  return output;
}

bool alike(const Graph& graph, const Ref& a, const Ref& b) {
  const Output *x = output_of(graph, a), *y = output_of(graph, b);
  return x != nullptr && y != nullptr && *x == *y;
}

/// Includes cases like `x*x`: the oracle finds no change, and the caller draws again.
std::optional<Sites> swap_two_arguments(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) {
    Node& node = graph.nodes[id];
    std::size_t refs = node.kind == NodeKind::kOp ? refs_of(node).size() : 0;
    return refs < 2 ? 0 : refs - 1;
  });
  if (!place) return std::nullopt;
  std::vector<Ref*> refs = refs_of(specimen.at(*place));
  std::swap(*refs[place->option], *refs[place->option + 1]);
  return Sites{specimen.site(*place)};
}

std::optional<Sites> swap_two_results(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) {
    std::size_t results = graph.nodes[id].results.size();
    return results < 2 ? 0 : results - 1;
  });
  if (!place) return std::nullopt;
  std::vector<Result>& results = specimen.at(*place).results;
  std::swap(results[place->option].value, results[place->option + 1].value);
  return Sites{specimen.site(*place)};
}

std::optional<Sites> read_another_node(NodeKind kind, Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [kind](Graph& graph, NodeId id) {
    Node& node = graph.nodes[id];
    return node.kind == kind && id > 1 ? refs_of(node).size() : 0;
  });
  if (!place) return std::nullopt;
  Ref& ref = *refs_of(specimen.at(*place))[place->option];
  auto other = static_cast<NodeId>(random.below(place->node));
  const Graph& graph = specimen.graph(place->graph);
  if (graph.nodes[other].outputs.empty() || other == ref.node) return std::nullopt;
  ref = Ref{other, {0}};
  return Sites{specimen.site(*place)};
}

std::optional<Sites> read_another_operator(Specimen& specimen, Random& random) {
  return read_another_node(NodeKind::kOp, specimen, random);
}

std::optional<Sites> return_another_node(Specimen& specimen, Random& random) {
  return read_another_node(NodeKind::kOutput, specimen, random);
}

/// The adjacent output of the same node, at the innermost level of the path.
std::optional<Ref> neighbour(const Graph& graph, const Ref& ref) {
  Ref next = ref, previous = ref;
  ++next.path.back();
  if (output_of(graph, next) != nullptr) return next;
  if (ref.path.back() == 0) return std::nullopt;
  --previous.path.back();
  return previous;
}

std::optional<Sites> read_another_output(Specimen& specimen, Random& random) {
  auto movable = [](Graph& graph, NodeId id) {
    std::vector<Ref*> refs;
    for (Ref* ref : refs_of(graph.nodes[id]))
      if (output_of(graph, *ref) != nullptr && neighbour(graph, *ref)) refs.push_back(ref);
    return refs;
  };
  auto place = choose(specimen, random, [&](Graph& graph, NodeId id) { return movable(graph, id).size(); });
  if (!place) return std::nullopt;
  Graph& graph = specimen.graph(place->graph);
  Ref& ref = *movable(graph, place->node)[place->option];
  ref = *neighbour(graph, ref);
  return Sites{specimen.site(*place)};
}

/// Earlier operators with a reference that can be swapped with `ref` of node `id`. Excludes equal targets:
/// crossing the edges of equal operators equals crossing their users, and both reports would be correct.
std::vector<std::pair<NodeId, std::size_t>> partners(Graph& graph, NodeId id, const Ref& ref) {
  std::vector<std::pair<NodeId, std::size_t>> found;
  for (NodeId other = 0; other < id; ++other) {
    if (graph.nodes[other].kind != NodeKind::kOp || ref.node >= other) continue;
    if (graph.nodes[other].target == graph.nodes[id].target) continue;
    std::vector<Ref*> refs = refs_of(graph.nodes[other]);
    for (std::size_t k = 0; k < refs.size(); ++k)
      if (!(*refs[k] == ref) && alike(graph, *refs[k], ref)) found.push_back({other, k});
  }
  return found;
}

std::optional<Sites> cross_two_edges(Specimen& specimen, Random& random) {
  auto place = choose(specimen, random, [](Graph& graph, NodeId id) {
    Node& node = graph.nodes[id];
    return node.kind == NodeKind::kOp ? refs_of(node).size() : 0;
  });
  if (!place) return std::nullopt;
  Graph& graph = specimen.graph(place->graph);
  Ref& ref = *refs_of(specimen.at(*place))[place->option];
  auto others = partners(graph, place->node, ref);
  if (others.empty()) return std::nullopt;
  auto [other, slot] = random.pick(others);
  if (specimen.taken({place->graph, other})) return std::nullopt;
  std::swap(ref, *refs_of(graph.nodes[other])[slot]);
  return Sites{specimen.site(*place), specimen.site({place->graph, other})};
}

constexpr auto kRewired = DefectKind::kRewired;
constexpr std::array kWiringDefects{
    Defect{kRewired, "swap_two_arguments", "sub(a, b) became sub(b, a)", swap_two_arguments},
    Defect{kRewired, "swap_two_results", "two outputs or two gradients are returned in each other's place",
           swap_two_results},
    Defect{kRewired, "read_another_operator", "an argument comes from another node", read_another_operator},
    Defect{kRewired, "return_another_node", "another tensor is returned under the same name",
           return_another_node},
    Defect{kRewired, "read_another_output", "the second output of split is read where the first should be",
           read_another_output},
    Defect{kRewired, "cross_two_edges", "two slices change places, all counts equal (pytorch#190938)",
           cross_two_edges},
};

}  // namespace

std::span<const Defect> wiring_defects() { return kWiringDefects; }

}  // namespace assay::defects
