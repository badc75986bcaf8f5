// choose: a place for a defect, uniformly among all suitable places.
#pragma once

#include <optional>

#include "harness/testing/defects/random.h"
#include "harness/testing/defects/specimen.h"

namespace assay::defects {

struct Choice : Spot {
  std::size_t option = 0;  ///< index of the node's option
};

/// `options(graph, id)` returns the number of places for the defect at a node (a bool counts as 0 or 1).
/// Skips nodes taken by another defect. Nothing if no node has a place.
template <typename Options>
std::optional<Choice> choose(Specimen& specimen, Random& random, Options options) {
  std::vector<Choice> places;
  for (std::size_t graph = 0; graph < specimen.file().graphs.size(); ++graph)
    for (NodeId id = 0; id < specimen.graph(graph).nodes.size(); ++id) {
      if (specimen.taken({graph, id})) continue;
      auto count = static_cast<std::size_t>(options(specimen.graph(graph), id));
      for (std::size_t option = 0; option < count; ++option) places.push_back({{graph, id}, option});
    }
  if (places.empty()) return std::nullopt;
  return random.pick(places);
}

/// A defect that changes a single node in place. `parts(node)` lists its changeable parts, and `change(part)`
/// changes a part.
template <typename Parts, typename Change>
std::optional<std::vector<Site>> change_one(Specimen& specimen, Random& random, Parts parts, Change change) {
  auto place =
      choose(specimen, random, [&](Graph& graph, NodeId id) { return parts(graph.nodes[id]).size(); });
  if (!place) return std::nullopt;
  change(*parts(specimen.at(*place))[place->option]);
  return std::vector<Site>{specimen.site(*place)};
}

}  // namespace assay::defects
