// choose: a place for a defect, evenly among all places that fit.
#pragma once

#include <optional>

#include "harness/testing/defects/random.h"
#include "harness/testing/defects/specimen.h"

namespace assay::defects {

struct Choice : Spot {
  std::size_t option = 0;  ///< which of the node's options
};

/// `options(graph, id)` says how many places for the defect a node has (a bool counts as 0 or 1); nodes that
/// another defect has taken are passed over. Nothing when no node has any.
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

/// The defect that changes one node in place: `parts(node)` lists what it may change, `change(part)` changes
/// it.
template <typename Parts, typename Change>
std::optional<std::vector<Site>> change_one(Specimen& specimen, Random& random, Parts parts, Change change) {
  auto place =
      choose(specimen, random, [&](Graph& graph, NodeId id) { return parts(graph.nodes[id]).size(); });
  if (!place) return std::nullopt;
  change(*parts(specimen.at(*place))[place->option]);
  return std::vector<Site>{specimen.site(*place)};
}

}  // namespace assay::defects
