// Identity of graphs: the live walk, then dead code.
#include "harness/diff/compare_graphs.h"

#include <algorithm>
#include <map>

#include "harness/diff/live_walk.h"

namespace assay {

namespace {

/// A key of sub-graphs: equal sub-graphs have equal keys.
using SubGraphKey = std::pair<std::size_t, std::uint64_t>;

SubGraphKey key_of(const Graph& graph) {
  std::uint64_t targets = 0;
  for (const Node& node : graph.nodes)
    targets += mix(static_cast<std::uint64_t>(node.kind), node.target.name.hash());
  return {graph.nodes.size(), targets};
}

struct Example {
  const Graph* graph;
  const SubGraphClasses* classes;  ///< of its file
  std::uint32_t number;
};

}  // namespace

bool same_assumptions(const Graph& left, const Graph& right) {
  auto sorted_guards = [](std::vector<Name> guards) {
    std::ranges::sort(guards);
    guards.erase(std::unique(guards.begin(), guards.end()), guards.end());
    return guards;
  };
  auto sorted_symbols = [](std::vector<Symbol> symbols) {
    for (Symbol& symbol : symbols) symbol.hint.reset();
    std::ranges::sort(symbols, {}, &Symbol::name);
    return symbols;
  };
  return sorted_guards(left.guards) == sorted_guards(right.guards) &&
         sorted_symbols(left.symbols) == sorted_symbols(right.symbols);
}

Sameness compare_graphs(GraphPair& graphs, Pairing& pairing) {
  const Graph &left = graphs.left, &right = graphs.right;
  if (left.nodes.size() != right.nodes.size()) return Sameness::kDifferent;
  if (graphs.level >= Level::kExact && !same_assumptions(left, right)) return Sameness::kDifferent;
  if (!walk_live(graphs, pairing)) return Sameness::kDifferent;
  if (pairing.size == left.nodes.size()) return Sameness::kEqual;
  return match_dead_code(graphs, flatten(graphs, HiddenSlots::kIncluded), pairing);
}

Sameness compare_graphs(const Graph& left, const Graph& right, const SubGraphClasses& left_classes,
                        const SubGraphClasses& right_classes, Level level) {
  GraphPair graphs{left, right, EffectOrder(left), EffectOrder(right), left_classes, right_classes, level};
  Pairing pairing(left, right);
  return compare_graphs(graphs, pairing);
}

FileClasses classify_sub_graphs(const GraphFile& left, const GraphFile& right, Level level) {
  FileClasses classes;
  std::vector<std::pair<const Graph*, SubGraphClasses*>> pending;
  for (const Graph& graph : left.graphs)
    if (graph.of) pending.push_back({&graph, &classes.left});
  for (const Graph& graph : right.graphs)
    if (graph.of) pending.push_back({&graph, &classes.right});
  // Sub-graphs are named "PARENT/NAME": in order of falling length, inner graphs come before their parents.
  std::ranges::stable_sort(pending, [](const auto& a, const auto& b) {
    return a.first->name.view().size() > b.first->name.view().size();
  });
  std::map<SubGraphKey, std::vector<Example>> known;
  std::uint32_t next = 0;
  for (auto [graph, own] : pending) {
    std::vector<Example>& examples = known[key_of(*graph)];
    auto same = std::ranges::find_if(examples, [&, graph = graph, own = own](const Example& example) {
      return compare_graphs(*example.graph, *graph, *example.classes, *own, level) == Sameness::kEqual;
    });
    std::uint32_t number = same == examples.end() ? next++ : same->number;
    if (same == examples.end()) examples.push_back({graph, own, number});
    (*own)[graph->name] = number;
  }
  return classes;
}

}  // namespace assay
