// Random graphs for tests and benchmarks: many operators and shapes, inputs from a window of earlier nodes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/graph/graph.h"

namespace assay {

/// Four user inputs, then nodes with 1 to 3 distinct inputs among the 50 before them, 60 operators, 200
/// shapes; every unused node feeds the one output node, in order of their ids. The same for the same seed on
/// every machine.
GraphFile random_graph(std::size_t nodes, std::uint64_t seed);

/// A net of equal layers: the same residual block of 25 operators over and over, one input, no weights.
GraphFile layered_graph(std::size_t nodes);

/// The same graph in another valid order, every node's id changed accordingly.
GraphFile reordered(const GraphFile& file, std::uint64_t seed);

/// `nodes` relu, one after the other, all alive.
GraphFile chain(std::size_t nodes);

}  // namespace assay
