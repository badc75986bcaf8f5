// Tally: a multiset of operators and a multiset of edges that ran.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "harness/graph/graph.h"

namespace assay {

/// A value of `producer` that `consumer` reads in `slot`. The producer is an operator ("aten.mm.default") or
/// the role of an input ("input parameter"), the slot an argument path ("weight", "tensors[2]").
struct TallyEdge {
  Name producer, slot, consumer;
  friend auto operator<=>(const TallyEdge&, const TallyEdge&) = default;
};

/// Counts are positive. A tally has no positions: unequal graphs may have equal tallies. An edge does not
/// record which output of its producer it carries.
struct Tally {
  std::map<Name, std::uint64_t> operators;
  std::map<TallyEdge, std::uint64_t> edges;
  friend bool operator==(const Tally&, const Tally&) = default;
};

/// Over all graphs of a file. Inputs and outputs are not operators. References in results are not edges.
Tally tally(const GraphFile& file);

/// For a graph that is only part of a run. Nodes in `outside` are not operators and read nothing. Their
/// outputs count as inputs of role `saved`.
Tally tally(const Graph& graph, const std::set<NodeId>& outside);

/// The name of an input as a producer: "input parameter".
Name producer_name(Role role);

}  // namespace assay
