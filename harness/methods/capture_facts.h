// facts_of: what a captured graph file has of what its method declares to express.
#pragma once

#include "harness/graph/graph.h"
#include "harness/methods/comparison.h"

namespace assay {

/// Whether the graphs meet a need that methods declare:
/// - backward: a gradient is among the results.
/// - shapes: every tensor has a shape and a type.
/// - mutation: an operator writes, or a result is the last value of a state or an input.
/// - aliasing: a result shares memory with an input or another result. Operators say what they view.
/// - dynamic: there is a symbol.
/// - names: a parameter or buffer is an input under its name.
bool shows(const GraphFile& file, Need need);

/// Of needs that methods declare, what the method does not is kCannot, whatever the graphs have. one_graph:
/// no more graphs than the method declares, and no break. functional: no operator writes, by the graphs
/// alone.
CaptureFacts facts_of(const GraphFile& file, const Method& method);

}  // namespace assay
