// Random graphs for tests and benchmarks: many operators and shapes, with inputs from recent nodes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/graph/graph.h"

namespace assay {

/// Four user inputs, then nodes with 1 to 3 distinct inputs among the previous 50, from 60 operators and 200
/// shapes. Unused nodes feed the single output node in order of id. Depends on the seed only.
GraphFile random_graph(std::size_t nodes, std::uint64_t seed);

/// A net of equal layers: a residual block of 25 operators, repeated, with one input and no weights.
GraphFile layered_graph(std::size_t nodes);

/// The same graph in another valid order, with ids changed accordingly.
GraphFile reordered(const GraphFile& file, std::uint64_t seed);

/// `nodes` relu in a chain, all alive.
GraphFile chain(std::size_t nodes);

}  // namespace assay
