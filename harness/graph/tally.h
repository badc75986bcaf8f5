// Tally: what ran, counted: a multiset of operators and a multiset of edges.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "harness/graph/graph.h"

namespace assay {

/// A value of `producer` that `consumer` reads in `slot`. The producer is an operator ("aten.mm.default") or
/// an input's role ("input parameter"), the slot an argument path ("weight", "tensors[2]").
struct TallyEdge {
  Name producer, slot, consumer;
  friend auto operator<=>(const TallyEdge&, const TallyEdge&) = default;
};

/// Counts are positive. It knows how often, not where: two graphs of one tally need not be equal, and which
/// output of its producer an edge carries is not in it.
struct Tally {
  std::map<Name, std::uint64_t> operators;
  std::map<TallyEdge, std::uint64_t> edges;
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// Over all graphs of a file. Inputs and outputs are no operators; what a result refers to is no edge.
Tally tally(const GraphFile& file);

/// Of a run of which a graph is a part only: nodes `outside` it are no operators and read nothing, and what
/// they made is an input of role `saved` to it.
Tally tally(const Graph& graph, const std::set<NodeId>& outside);

/// How an input is named as a producer: "input parameter".
Name producer_name(Role role);

}  // namespace assay
